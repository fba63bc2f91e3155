// Asks the gateway in this container whether it is alive; exits 0 when it is. Its own certificate is not checked.
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';

const port = process.env.PORT || '8080';
const ANSWER_WITHIN_MS = 4_000;

function ask(request, scheme) {
  return new Promise((resolve) => {
    const options = { timeout: ANSWER_WITHIN_MS, rejectUnauthorized: false };
    const asked = request(`${scheme}://127.0.0.1:${port}/healthz`, options, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on('error', () => resolve(false));
    asked.on('timeout', () => asked.destroy());
    asked.end();
  });
}

const isAlive = (await ask(overHttp, 'http')) || (await ask(overHttps, 'https'));
process.exit(isAlive ? 0 : 1);
