# A person edited the ledger on its branch.
set -eu
git fetch --quiet origin edgewright-ledger
git worktree add --quiet --detach "$HOME/branch" FETCH_HEAD
cd "$HOME/branch"
sed -i 's#https://status.example.com#https://www.example.com#' production/ledger.json
git commit --quiet --all -m 'Edit the ledger'
git push --quiet origin HEAD:edgewright-ledger
cd - > /dev/null
git worktree remove --force "$HOME/branch"
