# /// script
# requires-python = ">=3.9"
# dependencies = ["grpcio==1.85.1"]
# ///
"""The server listens on another port than the one that the client calls."""

from concurrent import futures

import grpc


class Echo(grpc.GenericRpcHandler):
    def service(self, call):
        return grpc.unary_unary_rpc_method_handler(lambda request, context: request)


server = grpc.server(futures.ThreadPoolExecutor(1))
server.add_generic_rpc_handlers((Echo(),))
port = server.add_insecure_port("127.0.0.1:0")
server.start()

with grpc.insecure_channel("127.0.0.1:1") as channel:
    print(channel.unary_unary("/model/Infer")(b"hello", timeout=10))
server.stop(0)
