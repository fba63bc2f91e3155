#!/usr/bin/env sh
# Looks after an account: sets where callbacks go, makes a key, uses it, revokes it, and shows what was used. Needs curl.
#
#   CUSTOMER_ID=… API_KEY=… examples/account.sh [callback URL]
#
# BASE_URL is http://127.0.0.1:8080 unless set.
set -eu

base_url="${BASE_URL:-http://127.0.0.1:8080}"
callback_url="${1:-http://127.0.0.1:9000/callbacks}"
: "${CUSTOMER_ID:?set it to the Customer ID that npm start prints}"
: "${API_KEY:?set it to the API key that npm start prints}"

call() {
  curl --silent --show-error --fail-with-body --user "$CUSTOMER_ID:$API_KEY" "$@"
}

field() {
  sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"
}

account="$(call -X PATCH "$base_url/v1/account" --header 'content-type: application/json' \
  --data "{\"callback_url\": \"$callback_url\"}")"
echo "callbacks go to $(echo "$account" | field callback_url)"

made="$(call -X POST "$base_url/v1/account/keys")"
key_id="$(echo "$made" | field id)"
echo "made the key $key_id"
curl --silent --show-error --fail-with-body --user "$CUSTOMER_ID:$(echo "$made" | field api_key)" \
  "$base_url/v1/usage?by=product,channel"
echo
call -X DELETE "$base_url/v1/account/keys/$key_id" >/dev/null
echo "revoked it"
