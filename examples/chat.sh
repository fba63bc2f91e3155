#!/usr/bin/env sh
# A chat by SMS: sends each line that is typed, and shows what the other person answers. Needs curl.
#
#   CUSTOMER_ID=… API_KEY=… examples/chat.sh [phone number]
#
# It asks for what has come, so it needs no address that the gateway can reach. BASE_URL is http://127.0.0.1:8080 unless set.
set -eu

base_url="${BASE_URL:-http://127.0.0.1:8080}"
number="${1:-4915112345981}"
: "${CUSTOMER_ID:?set it to the Customer ID that npm start prints}"
: "${API_KEY:?set it to the API key that npm start prints}"

call() {
  curl --silent --show-error --fail-with-body --user "$CUSTOMER_ID:$API_KEY" "$@"
}

next=
seen="$(mktemp)"

# What this person has sent since the last time, a line each. What is young is listed again, and known by its reference.
fetch_new() {
  page="$(call "$base_url/v1/inbound?limit=500${next:+&after=$next}")"
  next="$(printf '%s' "$page" | sed 's/.*"next":"\([^"]*\)".*/\1/')"
  pieces="$(printf '%s' "$page" | sed 's/{"reference_id"/\
&/g' | grep -F "\"phone_number\":\"$number\"" | grep -vFf "$seen" || true)"
  [ -z "$pieces" ] || printf '%s\n' "$pieces" | cut -d '"' -f 4 >> "$seen"
  printf '%s\n' "$pieces" | sed -n 's/.*"mo_message":"\(.*\)","action":.*/\1/p' | sed "s/\\\\\"/\"/g; s/^/$number: /"
  case "$page" in *'"more":true}') fetch_new ;; esac
}

fetch_new > /dev/null # what was there before
while sleep 1; do fetch_new; done &
listener=$!
trap 'kill "$listener"; rm -f "$seen"' EXIT
trap 'exit 1' INT TERM

echo "What you type goes to $number. Ctrl-D ends it."
while IFS= read -r text; do
  call "$base_url/v1/messaging" --output /dev/null \
    --data-urlencode "phone_number=$number" --data-urlencode "message=$text" --data-urlencode 'message_type=ARN'
done
