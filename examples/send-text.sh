#!/usr/bin/env sh
# Sends one text, and asks until its status is final. Needs curl.
#
#   CUSTOMER_ID=… API_KEY=… examples/send-text.sh [phone number] [text]
#
# BASE_URL is http://127.0.0.1:8080 unless set.
set -eu

base_url="${BASE_URL:-http://127.0.0.1:8080}"
number="${1:-4915112345678}"
text="${2:-Your parcel arrives tomorrow.}"
: "${CUSTOMER_ID:?set it to the Customer ID that npm start prints}"
: "${API_KEY:?set it to the API key that npm start prints}"

call() {
  curl --silent --show-error --user "$CUSTOMER_ID:$API_KEY" "$@"
}

answer="$(call "$base_url/v1/messaging" \
  --data "phone_number=$number" --data message_type=ARN --data-urlencode "message=$text")"
echo "$answer"
reference_id="$(echo "$answer" | sed -n 's/.*"reference_id":"\([0-9A-F]*\)".*/\1/p')"
[ -n "$reference_id" ] || exit 1

while :; do
  status="$(call "$base_url/v1/messaging/$reference_id")"
  code="$(echo "$status" | sed -n 's/.*"status":{"code":\([0-9]*\).*/\1/p')"
  # 290: in progress. 292: queued. 203: with the carrier.
  case "$code" in 290 | 292 | 203) sleep 1 ;; *) break ;; esac
done
echo "$status"
# 200: delivered.
[ "$code" = 200 ]
