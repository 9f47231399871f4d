#!/usr/bin/env bash
# Make the branch notebooks of what lies in a folder, and of nothing else. Usage: push-notebooks.sh FOLDER, in a checkout
set -euo pipefail
git config user.name "github-actions[bot]"
git config user.email "41898282+github-actions[bot]@users.noreply.github.com"
git switch --quiet --orphan notebooks
cp -R "$1"/. .
git add --all
git commit --quiet --message "The notebooks of the published pages"
gh auth setup-git
git push --force origin notebooks
