# /// script
# requires-python = ">=3.10"
# dependencies = ["onnx==1.23.2", "onnxruntime==1.20.1"]
# ///
"""The model is saved in an opset that this ONNX Runtime does not know."""

import onnx
import onnxruntime
from onnx import TensorProto, helper

x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 3])
y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 3])
graph = helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "positive", [x], [y])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)], ir_version=10)
onnx.save(model, "positive.onnx")

session = onnxruntime.InferenceSession("positive.onnx", providers=["CPUExecutionProvider"])
print("loaded", session.get_inputs()[0].name)
