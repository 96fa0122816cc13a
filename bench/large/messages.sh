# What a DistributedTensor sends and keeps: counted on 2 to 16 processes, beside what a split of a plan
# says of them and of up to 1,024; then what is sent again and again costs by new requests, persistent
# ones and a neighbourhood collective. More processes than cores show overhead, not scaling.
need mpirun=openmpi-bin mpicxx=libopenmpi-dev || exit 0
mpi_flags=(-I tests -DOMPI_SKIP_MPICXX)
for folder in $(pkg-config --cflags-only-I ompi | sed 's/-I//g'); do mpi_flags+=(-isystem "$folder"); done
# shellcheck disable=SC2046  # several flags
build messages "${mpi_flags[@]}" $(pkg-config --libs ompi) || exit 1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
run() { mpirun --bind-to none --oversubscribe -n "$1" "$build_dir/messages" "$2"; }
cat <<'TABLE'

## messages

The most of any rank, for rows of 16 floats at random places of a table of 2^24 rows.

| | ranks | rows a rank | messages of a read | its KB | KB of offsets, once | KB of memory of the plan |
|---|---|---|---|---|---|---|
TABLE
for ranks in 2 4 8 16; do run "$ranks" counted; done
cat <<'TABLE'

Microseconds of an exchange in which each rank sends as many bytes to each other one (in brackets by those
of new requests).

| ranks | bytes of a message | new requests | persistent requests | neighbourhood collective |
|---|---|---|---|---|
TABLE
for ranks in 2 4 7; do run "$ranks" costs; done
