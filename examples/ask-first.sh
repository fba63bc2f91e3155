#!/usr/bin/env sh
# Asks what a message would do, and sends it only if nothing would stop it. Needs curl.
#
#   CUSTOMER_ID=… API_KEY=… examples/ask-first.sh [phone number]
#
# BASE_URL is http://127.0.0.1:8080 unless set.
set -eu

base_url="${BASE_URL:-http://127.0.0.1:8080}"
number="${1:-4915112345678}"
: "${CUSTOMER_ID:?set it to the Customer ID that npm start prints}"
: "${API_KEY:?set it to the API key that npm start prints}"

# dry_run: true or false
message() {
  cat <<JSON
{
  "phone_number": "$number",
  "message_type": "ARN",
  "channels": [{ "channel": "rcs", "fallback_time": 60 }, { "channel": "sms" }],
  "message": { "default": { "template": "text", "parameters": { "text": "Your order is ready" } } },
  "dry_run": $1
}
JSON
}

post() {
  message "$1" | curl --silent --show-error --user "$CUSTOMER_ID:$API_KEY" \
    --header 'Content-Type: application/json' --data @- "$base_url/v1/omnichannel"
}

plan="$(post true)"
echo "$plan"
case "$plan" in
  *'"plan":{"would":"be_sent"'*) post false && echo ;;
  *) exit 1 ;;
esac
