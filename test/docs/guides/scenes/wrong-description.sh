# A mistake was merged and applied.
set -eu
sed -i 's#the status page#the statu page#' resources/shop.yaml
git add .
git commit --quiet -m 'Describe the status page'
