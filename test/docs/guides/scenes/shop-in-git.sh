# A workspace whose ledger is a branch of its remote, and a second remote.
set -eu
git init --quiet --bare remote.git
git init --quiet --bare backup.git
git clone --quiet remote.git shop 2> /dev/null
cd shop
edgewright init --store git > /dev/null
rm resources/hello.yaml tests/hello.yaml
git remote add backup ../backup.git
