#!/usr/bin/env sh
# Sends one text to two numbers as a batch, and asks until every message of it is final. Needs curl.
#
#   CUSTOMER_ID=… API_KEY=… examples/batch.sh [phone number] [phone number]
#
# BASE_URL is http://127.0.0.1:8080 unless set.
set -eu

base_url="${BASE_URL:-http://127.0.0.1:8080}"
first="${1:-4915112345678}"
second="${2:-4915112345679}"
: "${CUSTOMER_ID:?set it to the Customer ID that npm start prints}"
: "${API_KEY:?set it to the API key that npm start prints}"

call() {
  curl --silent --show-error --user "$CUSTOMER_ID:$API_KEY" "$@"
}

# The value of a field of text at the top of a JSON answer.
text_field() {
  sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"
}

answer="$(call "$base_url/v1/omnichannel/batch" --header 'Content-Type: application/json' --data @- <<JSON
{
  "message_type": "ARN",
  "channels": [{ "channel": "sms" }],
  "message": { "sms": { "template": "text", "parameters": { "text": "Hello {{name}}, your order {{order}} is ready" } } },
  "recipients": [
    { "phone_number": "$first", "parameters": { "name": "Ann", "order": 17 } },
    { "phone_number": "$second", "parameters": { "name": "Bob", "order": 18 } }
  ]
}
JSON
)"
echo "$answer"
reference_id="$(echo "$answer" | text_field reference_id)"
[ -n "$reference_id" ] || exit 1

while :; do
  batch="$(call "$base_url/v1/omnichannel/batch/$reference_id")"
  # Each recipient has a message, and none is in progress (3001) any more.
  case "$batch" in
    *'"code":3001'*) sleep 1 ;;
    *'"state":"done"'*) break ;;
    *) sleep 1 ;;
  esac
done
echo "$batch"
# 3000: delivered, both of them.
case "$batch" in
  *'"statuses":[{"code":3000,"description":"Delivered","count":2}]'*) ;;
  *) exit 1 ;;
esac
