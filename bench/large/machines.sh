# Rows of a table over 1, 2, 4 and 7 processes, beside PETSc's PetscSF. More processes than cores show
# overhead, not scaling.
need mpirun=openmpi-bin mpicxx=libopenmpi-dev /usr/lib/petscdir/petsc-real=petsc-dev || exit 0
mpi_flags=()
for folder in $(pkg-config --cflags-only-I PETSc ompi | sed 's/-I//g'); do mpi_flags+=(-isystem "$folder"); done
mpi_flags+=(-DOMPI_SKIP_MPICXX)
# shellcheck disable=SC2046  # several flags
build machines "${mpi_flags[@]}" $(pkg-config --libs PETSc ompi) || exit 1
cat <<'TABLE'

## machines

Milliseconds of the slowest rank for 16 MB of rows of L floats, at random places of a table of 256 MB;
the last column has how many elements, by ndx and by PetscSF, are not those of one process.

| call | ranks | L | ndx | PetscSF (or as named) | ratio | goal | reached | differ |
|---|---|---|---|---|---|---|---|---|
TABLE
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
for ranks in 1 2 4 7; do
  mpirun --bind-to none --oversubscribe -n "$ranks" "$build_dir/machines"
done
