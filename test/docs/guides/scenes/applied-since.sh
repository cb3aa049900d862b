# Another endpoint was created after the copy of the ledger was made.
set -eu
cat > resources/docs.yaml <<'YAML'
kind: endpoint
name: docs
spec: { url: https://docs.example.com }
YAML
