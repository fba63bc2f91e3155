#!/usr/bin/env sh
# Verifies a telephone number: a code by SMS, by a call when no one enters it for half a minute. Needs curl.
#
#   CUSTOMER_ID=… API_KEY=… examples/verify.sh [phone number]
#
# BASE_URL is http://127.0.0.1:8080 unless set. In the sandbox the code is at /sandbox/handsets/{number}/messages.
set -eu

base_url="${BASE_URL:-http://127.0.0.1:8080}"
number="${1:-4915112345678}"
: "${CUSTOMER_ID:?set it to the Customer ID that npm start prints}"
: "${API_KEY:?set it to the API key that npm start prints}"

call() {
  curl --silent --show-error --user "$CUSTOMER_ID:$API_KEY" --header 'Content-Type: application/json' "$@"
}

answer="$(call "$base_url/verification" --data @- <<JSON
{
  "recipient": { "phone_number": "$number" },
  "verification_policy": [{ "method": "sms", "fallback_time": 30 }, { "method": "voice" }]
}
JSON
)"
echo "$answer"
reference_id="$(echo "$answer" | sed -n 's/.*"reference_id":"\([^"]*\)".*/\1/p')"
[ -n "$reference_id" ] || exit 1

while printf 'Code: ' && read -r code; do
  answer="$(call --request PATCH "$base_url/verification/$reference_id/state" \
    --data "{\"action\":\"finalize\",\"security_factor\":\"$code\"}")"
  echo "$answer"
  # 3900: right. 3909: wrong for the third time, or too late. 3904, or what is no code: try again.
  case "$answer" in
    *'"code":3900,'*) exit 0 ;;
    *'"code":3909,'*) exit 1 ;;
  esac
done
exit 1
