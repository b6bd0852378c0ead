"""Speed and memory, each figure beside a peer or a baseline in the same run.

python -m benchmarks.bench_formats
"""
