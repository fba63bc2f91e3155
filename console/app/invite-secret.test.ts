import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invitedName } from './invite-secret.ts';

test('an invite says for whom it is', () => {
  const secretFor = (name: string) => `${Buffer.from(name).toString('base64url')}.AgAA-_x`;
  for (const name of ['ada', 'ada.lovelace@example.com', 'x~']) assert.equal(invitedName(secretFor(name)), name);
  for (const text of ['', 'YWRh', 'YWRh.', '.x', 'Y.x', 'YW Rh.x']) assert.equal(invitedName(text), null, text);
});
