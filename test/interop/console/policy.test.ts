/** What the gateway says of the console, and what it has been built of. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { BUILT, consoleTest, describeConsole } from './support.ts';

describeConsole('the policy of the console', () => {
  consoleTest(
    'every file comes under the policy, and the page holds nothing that it would stop',
    async (_, { url }) => {
      const page = await fetch(`${url}/console/find`);
      const policy = String(page.headers.get('content-security-policy'));
      for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]) {
        assert.ok(policy.split('; ').includes(part), part);
      }
      assert.doesNotMatch(policy, /unsafe|https?:|\*/);
      const text = await page.text();
      assert.doesNotMatch(text, /<style|\sstyle=|\son\w+=|<script(?![^>]* src="\.?\.?\/?assets\/)/);
      for (const name of readdirSync(`${BUILT}/assets`).filter((each) => /\.(js|css)$/.test(each))) {
        const file = await fetch(`${url}/console/assets/${name}`);
        assert.equal(file.headers.get('content-security-policy'), policy, name);
        assert.equal(await file.text(), readFileSync(`${BUILT}/assets/${name}`, 'utf8'), name);
        assert.match(String(file.headers.get('cache-control')), /immutable/);
        assert.match(String(file.headers.get('content-encoding')), /^(br|gzip)$/, `${name} is sent packed`);
        assert.match(String(file.headers.get('content-type')), /^(application\/javascript|text\/css)/);
      }
    },
  );
});
