/** Every reader of outside bytes. `npm run fuzz` tries each, and `linear.test.ts` counts the steps of each. */
import type { Target } from './target.ts';
import { BATCH_TARGETS } from './targets/batches.ts';
import { BODY_TARGETS } from './targets/bodies.ts';
import { CALLBACK_TARGETS } from './targets/callbacks.ts';
import { HTTP_TARGETS } from './targets/http.ts';
import { IMPORT_TARGETS } from './targets/imports.ts';
import { LIVE_TARGETS } from './targets/live.ts';
import { LOOK_UP_TARGETS } from './targets/look-ups.ts';
import { PEOPLE_TARGETS } from './targets/people.ts';
import { PLAIN_REQUEST_TARGETS } from './targets/plain-requests.ts';
import { RBM_TARGETS } from './targets/rbm.ts';
import { SIP_TARGETS } from './targets/sip.ts';
import { SIP_MEDIA_TARGETS } from './targets/sip-media.ts';
import { SMPP_TARGETS } from './targets/smpp.ts';
import { TEXT_TARGETS } from './targets/texts.ts';

export const TARGETS: readonly Target[] = [
  ...SMPP_TARGETS,
  ...SIP_TARGETS,
  ...SIP_MEDIA_TARGETS,
  ...RBM_TARGETS,
  ...HTTP_TARGETS,
  ...PLAIN_REQUEST_TARGETS,
  ...PEOPLE_TARGETS,
  ...BODY_TARGETS,
  ...BATCH_TARGETS,
  ...LOOK_UP_TARGETS,
  ...LIVE_TARGETS,
  ...CALLBACK_TARGETS,
  ...IMPORT_TARGETS,
  ...TEXT_TARGETS,
];

export function targetOf(name: string): Target {
  const target = TARGETS.find((each) => each.name === name);
  if (target) return target;
  throw new Error(`there is no reader ${name}; there are ${TARGETS.map((each) => each.name).join(', ')}`);
}
