# The next apply creates a route.
set -eu
cat > resources/docs-route.yaml <<'YAML'
kind: https-route
name: docs
spec: { edge_id: https-edge/main, match_type: path_prefix, match: /docs, backend: { backend_id: backend/shop } }
YAML
