/**
 * Signing in by a provider of identities, in a browser. The gateway is localhost and the provider 127.0.0.1: two sites, so
 * that the browser comes back from another one, with which it sends no cookie that is SameSite=Strict.
 */
import assert from 'node:assert/strict';
import type { Request } from 'playwright-core';
import type { PeopleSettings } from '../../../src/lib/people-settings.ts';
import { CLIENT, startOidcProvider } from '../../support/oidc-provider.ts';
import { axe, consoleTest, describeConsole, settled } from './support.ts';

function settingsFor(issuer: string): PeopleSettings {
  return {
    rootToken: true,
    idleMs: 3_600_000,
    longestMs: 43_200_000,
    needsSecondFactor: false,
    origins: [],
    oidc: {
      issuer,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      scopes: ['openid', 'email'],
      roleClaim: 'groups',
      roles: { watchers: 'viewer' },
      allowedDomains: [],
      redirectUrl: null,
    },
  };
}

describeConsole('signing in by a provider', () => {
  consoleTest('who comes back from another site is signed in, and is where they wanted to be', async (t, rig) => {
    const provider = await startOidcProvider(t);
    provider.claims = { sub: 'ada', email: 'ada@example.com', email_verified: true, groups: ['watchers'] };
    await rig.gateway.restart({ people: settingsFor(provider.issuer) });
    const home = rig.gateway.gateway.operatorsUrl.replace('127.0.0.1', 'localhost');
    const page = await rig.stranger(t);
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    await page.goto(`${home}/console/you`);
    const way = page.getByRole('link', { name: 'Continue with your organisation' });
    await way.waitFor();
    await axe(page, { name: 'sign-in-provider' });
    await way.click();
    await page.waitForURL(/\/authorize\?/);
    assert.equal(new URL(page.url()).hostname, '127.0.0.1');
    requests.length = 0;
    await page.getByRole('link', { name: 'Let me in' }).click();
    await page.getByRole('heading', { name: 'Your access' }).waitFor();
    await settled(page);
    assert.equal(page.url(), `${home}/console/you`);
    await page.getByText('Provider', { exact: true }).first().waitFor();
    assert.match(
      await cameWith(requests, '/operator/v1/session/oidc/callback'),
      /^cross-site trunkline_sign_in=[\w-]+$/,
    );
    assert.match(await cameWith(requests, '/operator/v1/session'), /^same-origin trunkline_session=/);
    const { body } = await rig.gateway.operate('GET', '/users/ada@example.com');
    assert.equal((body as { role: string }).role, 'viewer');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${provider.issuer}/end**`);
  });

  consoleTest('who has none of the roles is told so, and is let in nowhere', async (t, rig) => {
    const provider = await startOidcProvider(t);
    provider.claims = { sub: 'eve', email: 'eve@example.com', email_verified: true, groups: ['strangers'] };
    await rig.gateway.restart({ people: settingsFor(provider.issuer) });
    const home = rig.gateway.gateway.operatorsUrl.replace('127.0.0.1', 'localhost');
    const page = await rig.stranger(t);
    await page.goto(`${home}/console/`);
    await page.getByRole('link', { name: 'Continue with your organisation' }).click();
    await page.getByRole('link', { name: 'Let me in' }).click();
    await page.getByText('none of your roles').waitFor();
    await page.goto(`${home}/console/`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});

/** From which site the first request to a path came, and with which cookie. */
async function cameWith(requests: readonly Request[], path: string): Promise<string> {
  const request = requests.find((each) => new URL(each.url()).pathname === path) ?? assert.fail(`nobody asked ${path}`);
  const headers = await request.allHeaders();
  return `${headers['sec-fetch-site']} ${headers.cookie ?? 'no cookie'}`;
}
