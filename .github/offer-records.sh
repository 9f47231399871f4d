#!/usr/bin/env bash
# Put what the patches in $RUNNER_TEMP/records change on one branch, and see that one pull request is open for it.
# Usage: offer-records.sh BRANCH MESSAGE, in a checkout of main
set -euo pipefail
branch=$1 message=$2
for patch in "$RUNNER_TEMP"/records/*.patch; do
  if [ -s "$patch" ]; then git apply --index "$patch"; fi
done
if git diff --cached --quiet; then echo "No record changed."; exit 0; fi
git config user.name "github-actions[bot]"
git config user.email "41898282+github-actions[bot]@users.noreply.github.com"
git switch --force-create "$branch"
git commit --message "$message"
gh auth setup-git
git push --force origin "$branch"
if [ -n "$(gh pr list --head "$branch" --state open --json number --jq '.[].number')" ]; then
  echo "The open pull request has these records now."
elif ! gh pr create --fill --base main --head "$branch"; then
  open="$GITHUB_SERVER_URL/$GITHUB_REPOSITORY/compare/main...$branch?expand=1"
  echo "::warning title=Records::They are on the branch $branch, but Actions may not open a pull request here" \
    "(MAINTAINING.md says how to allow it). Open it by hand: $open"
fi
gh workflow run test.yml --ref "$branch"
