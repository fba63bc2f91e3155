// Traffic for pictures of the console: what a small parcel service does in a minute, by the callers' API of a gateway in
// the sandbox. Endings of numbers choose what becomes of each (docs/sandbox.md).
const CARD = {
  rcs: {
    template: 'rc_dial_action_vertical',
    parameters: {
      dial_payload: 'driver',
      dial_text: 'Call the driver',
      media_url: 'https://acme-parcels.example/van.jpg',
      phone_number_to_dial: '4930123456',
    },
  },
  sms: { template: 'text', parameters: { text: 'Your parcel comes between 14:00 and 15:00. Driver: +4930123456' } },
};
const CHANNELS = [{ channel: 'rcs', fallback_time: 5 }, { channel: 'sms' }];

/** Endings of those who get a card, and how many of each. */
const RECIPIENTS = [
  ['678', 4],
  ['907', 2],
  ['901', 2],
  ['902', 2],
  ['913', 1],
  ['974', 1],
  ['990', 1],
  ['980', 1],
  ['982', 1],
];
const ENDS_WITHIN_MS = 15_000;

export async function makeTraffic(url, { customerId, apiKey }) {
  const authorization = `Basic ${Buffer.from(`${customerId}:${apiKey}`).toString('base64')}`;
  const call = async (method, path, body) => {
    const answer = await fetch(new URL(path, url), {
      method,
      headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return answer.json();
  };
  const callback_url = `${url}/sandbox/receivers/callbacks`;
  const post = (path, body) => call('POST', path, { callback_url, ...body });
  await post('/v1/omnichannel/batch', {
    channels: [{ channel: 'sms' }],
    message: { sms: { template: 'text', parameters: { text: 'Your parcel {{order}} is at the shop.' } } },
    message_type: 'ARN',
    external_id: 'at the shop',
    recipients: Array.from({ length: 120 }, (_, each) => ({
      phone_number: each === 7 ? 'nobody' : `49152${String(3_000_000 + each * 7_411)}`,
      parameters: { order: String(2_000 + each) },
    })),
  });
  const sent = [];
  let index = 0;
  for (const [ending, count] of RECIPIENTS) {
    for (let each = 0; each < count; each += 1) {
      index += 1;
      const message = {
        phone_number: `49151${String(2_000_000 + index * 37_411).slice(0, 6)}${ending}`,
        external_id: `parcel-${1_040 + index}`,
        message_type: 'ARN',
        channels: CHANNELS,
        message: CARD,
      };
      sent.push((await post('/v1/omnichannel', message)).reference_id);
    }
  }
  await post('/v1/messaging', {
    phone_number: '4915112345678',
    message: 'Your parcel is at the shop.',
    message_type: 'ARN',
  });
  await post('/v1/verify/sms', { phone_number: '4915112345679' });
  await post('/v1/verify/call', { phone_number: '4915112345678', verify_code: '48213' });
  await post('/v1/verify/call', { phone_number: '4915112345938', verify_code: '48213' });
  const verification = { recipient: { phone_number: '4915112345979' } };
  await post('/verification', {
    ...verification,
    verification_policy: [{ method: 'rcs' }, { method: 'sms' }, { method: 'voice' }],
  });
  await post('/v1/phoneid/4915112345941', { addons: { sim_swap: {}, porting_status: {} } });
  await post('/v1/phoneid/4915112345678', { addons: { contact: {} } });
  await call('GET', '/capability/rcs/4915112345678');
  const people = ['4915112345671', '4915112345672'];
  const session = await post('/v1/anonymous/session/sms', {
    phone_number_1: people[0],
    phone_number_2: people[1],
    validity_period: 2,
    external_id: 'delivery-1041',
  });
  const { phone_number_1: one, phone_number_2: other } = session.session_data;
  const text = (number, to, words) => call('POST', `/sandbox/handsets/${number}/reply`, { to, text: words });
  await text(people[0], other.masked_id, 'I am at the door. Which name is on the bell?');
  await text(people[1], one.masked_id, 'Schulze, second floor. Thank you!');
  await haveEnded(sent, (reference) => call('GET', `/v1/omnichannel/${reference}`));
}

/** What operators do: people, another account, what is known of numbers, one that is erased. */
export async function makeRecords(url, token) {
  const post = async (path, body) => {
    const answer = await fetch(new URL(`/operator/v1${path}`, url), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  for (const [name, role] of [
    ['ada', 'admin'],
    ['grace', 'operator'],
    ['linus', 'support'],
  ]) {
    await post('/users', { name, role, email: `${name}@acme-parcels.example`, password: `${name} picks up parcels` });
  }
  await post('/accounts', {
    name: 'Corner Shop',
    products: ['rcs'],
    settings: { allowed_countries: ['DE', 'AT'], callback_url: 'https://corner-shop.example/callback' },
    senders: [{ sender: '491579000111', default_for: ['*'] }],
  });
  await post('/imports', { kind: 'deactivations', set: 'Carrier A', date: '2026-01-01' });
  await post('/imports', { kind: 'contacts', set: 'own subscribers', keep_others: true });
  await post('/erasures', { number: '4915112345999' });
}

async function haveEnded(references, show) {
  const until = Date.now() + ENDS_WITHIN_MS;
  for (const reference of references) {
    while (Date.now() < until) {
      const { status } = await show(reference);
      if (status.code >= 3000 && status.code !== 3001) break;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
