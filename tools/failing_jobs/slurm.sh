#!/bin/bash
# Run jobs that fail with Slurm, eight tasks each: `bash slurm.sh FOLDER PYTHON [WAY...]`, where sbatch works.
# The batch script's own output is slurm-<job>.out, that of a task slurm-<job>_<task>.out.
set -u
target=$1 python=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
for way in ${*:-raise all kill hang segfault disk connection time-limit cancel}; do
    folder=$target/sbatch-$way
    mkdir -p "$folder"
    kind=$way
    [[ $way = time-limit || $way = cancel ]] && kind=preempt
    cat > "$folder/job.sh" <<SCRIPT
#!/bin/bash
#SBATCH --job-name=train --ntasks=8 --overcommit --output=slurm-%j.out --time=$([[ $way = time-limit ]] && echo 1 || echo 5)
export MASTER_ADDR=127.0.0.1 MASTER_PORT=$((20000 + RANDOM % 10000)) WORLD_SIZE=8 OMP_NUM_THREADS=1 PYTHONUNBUFFERED=1
export JOB_TIMEOUT=$([[ $way = hang ]] && echo 15 || echo 600)
srun --overcommit --kill-on-bad-exit=0 --output=slurm-%j_%t.out \
    bash -c 'RANK=\$SLURM_PROCID LOCAL_RANK=\$SLURM_LOCALID exec $python $here/job.py $kind'
SCRIPT
    (
        cd "$folder" || exit
        if [[ $way = cancel ]]; then
            number=$(sbatch --parsable job.sh)
            sleep 40
            scancel "$number"
            sleep 8
        elif [[ $way = hang ]]; then
            number=$(sbatch --parsable job.sh)
            sleep 50
            scancel "$number"
            sleep 8
        else
            sbatch --wait job.sh
        fi
        rm job.sh
    )
done
