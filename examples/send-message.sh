#!/usr/bin/env sh
# Sends a card by RCS with a text as fallback, and asks until its status is final. Needs curl.
#
#   CUSTOMER_ID=… API_KEY=… examples/send-message.sh [phone number]
#
# BASE_URL is http://127.0.0.1:8080 unless set.
set -eu

base_url="${BASE_URL:-http://127.0.0.1:8080}"
number="${1:-4915112345678}"
: "${CUSTOMER_ID:?set it to the Customer ID that npm start prints}"
: "${API_KEY:?set it to the API key that npm start prints}"

call() {
  curl --silent --show-error --user "$CUSTOMER_ID:$API_KEY" "$@"
}

# The value of a field of text at the top of a JSON answer.
text_field() {
  sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"
}

# The overall status code, which stands first in every answer about a message.
status_code() {
  sed -n 's/.*"status":{"code":\([0-9]*\).*/\1/p'
}

answer="$(call "$base_url/v1/omnichannel" --header 'Content-Type: application/json' --data @- <<JSON
{
  "phone_number": "$number",
  "message_type": "ARN",
  "channels": [{ "channel": "rcs", "fallback_time": 60 }, { "channel": "sms" }],
  "message": {
    "rcs": {
      "template": "rc_dial_action_vertical",
      "parameters": {
        "dial_payload": "support-line",
        "dial_text": "Call us",
        "media_url": "https://example.com/image.jpg",
        "phone_number_to_dial": "4930123456"
      }
    },
    "sms": { "template": "text", "parameters": { "text": "Call us on +49 30 123456" } }
  }
}
JSON
)"
echo "$answer"
reference_id="$(echo "$answer" | text_field reference_id)"
[ -n "$reference_id" ] || exit 1

while :; do
  status="$(call "$base_url/v1/omnichannel/$reference_id")"
  code="$(echo "$status" | status_code)"
  # 3001: in progress.
  [ "$code" = 3001 ] || break
  sleep 1
done
echo "$status"
# 3000: delivered. 3005: delivered and read.
[ "$code" = 3000 ] || [ "$code" = 3005 ]
