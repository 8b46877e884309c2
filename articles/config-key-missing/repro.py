# /// script
# requires-python = ">=2.7"
# dependencies = []
# ///
"""An annotation file of another layout than the reader expects."""

import json

# what `json.load(open(ann_file))` gave: the converter of another version wrote "data_list", not "infos"
annotations = json.loads('{"metainfo": {"version": "v1.0-mini"}, "data_list": [{"timestamp": 2}, {"timestamp": 1}]}')

infos = sorted(annotations["infos"], key=lambda info: info["timestamp"])
print(len(infos))
