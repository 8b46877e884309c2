# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""Two machines, each of which gives Gloo the address that its own name has in /etc/hosts: the loopback.

Two network namespaces stand for the machines, a virtual cable for the network (Linux, with unshare and iproute2).
"""

import datetime
import os
import subprocess
import sys
import time

import torch.distributed as dist

if len(sys.argv) == 1:
    os.execvp("unshare", ["unshare", "--map-root-user", "--net", sys.executable, __file__, "0"])

rank = int(sys.argv[1])
if rank == 0:
    other = subprocess.Popen(["unshare", "--net", sys.executable, __file__, "1"])
    while os.readlink(f"/proc/{other.pid}/ns/net") == os.readlink("/proc/self/ns/net"):
        time.sleep(0.1)
    subprocess.run(f"ip link add lan0 type veth peer name lan0 netns {other.pid}".split(), check=True)
while not os.path.exists("/proc/sys/net/ipv4/conf/lan0"):
    time.sleep(0.1)
for command in f"address add 10.9.8.{rank + 1}/24 dev lan0", "link set lan0 up", "link set lo up":
    subprocess.run(["ip", *command.split()], check=True)

os.environ["GLOO_SOCKET_IFNAME"] = "lan0"
dist.init_process_group(
    "gloo", init_method="tcp://10.9.8.1:29501", rank=rank, world_size=2, timeout=datetime.timedelta(seconds=5)
)
dist.barrier()
print(f"rank {rank} has met the other\n", end="", flush=True)
dist.destroy_process_group()
