<?php
// Receives callbacks: checks the signature, keeps each once, answers, and works afterwards. PHP 7.4 or newer, alone.
//
//   CALLBACK_SECRETS='whsec_…' php -S 127.0.0.1:9000 receive.php
//
// CALLBACK_SECRETS: those that you accept, with spaces between. CALLBACK_FOLDER (callbacks): where they are kept.
// Under PHP-FPM or Apache it is a page like any other; those two are set there.
const TOLERANCE_SECONDS = 5 * 60;
const MOST_BYTES = 64 * 1024;

function keys(): array
{
    $secrets = preg_split('/\s+/', (string) getenv('CALLBACK_SECRETS'), -1, PREG_SPLIT_NO_EMPTY);
    return array_map(fn($secret) => base64_decode(preg_replace('/^whsec_/', '', $secret)), $secrets);
}

// Over the bytes as they came: what a JSON parser makes of them is no longer what was signed.
function is_signed(string $id, string $body): bool
{
    $stamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!preg_match('/^[\w-]+$/D', $id) || !preg_match('/^[0-9]{1,12}$/D', $stamp)) return false;
    if (abs(time() - (int) $stamp) > TOLERANCE_SECONDS) return false;
    foreach (keys() as $key) {
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$stamp.$body", $key, true));
        foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
            if (hash_equals($expected, $given)) return true;
        }
    }
    return false;
}

// Whether it is new: whole, or not there; null where it cannot be kept. A table with the id as its key does the same.
function keep(string $id, string $body): ?bool
{
    $folder = getenv('CALLBACK_FOLDER') ?: 'callbacks';
    if (!is_dir($folder)) @mkdir($folder, 0777, true);
    $part = $folder . '/' . bin2hex(random_bytes(16)) . '.part';
    $isWhole = @file_put_contents($part, $body) === strlen($body);
    $isNew = $isWhole && @link($part, "$folder/$id.json");
    @unlink($part);
    if ($isNew) return true;
    return is_file("$folder/$id.json") ? false : null;
}

// Your own work, after the answer.
function work(string $body): void
{
    file_put_contents('php://stdout', "received: $body\n");
}

$body = file_get_contents('php://input', false, null, 0, MOST_BYTES + 1);
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
if (strlen($body) > MOST_BYTES) {
    http_response_code(413);
} elseif (!is_signed($id, $body)) {
    http_response_code(401);
} else {
    $isNew = keep($id, $body);
    // What is not kept is not taken: the gateway comes again.
    http_response_code($isNew === null ? 503 : 204);
    if (function_exists('fastcgi_finish_request')) fastcgi_finish_request();
    if ($isNew) work($body);
}
