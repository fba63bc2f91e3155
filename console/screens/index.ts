/**
 * The screens, in the order in which the navigation has them. A new screen is one line here and a folder beside this file.
 */
import type { Screen } from '../app/screen.ts';
import { accounts } from './accounts/index.tsx';
import { audit } from './audit/index.tsx';
import { batches } from './batches/index.tsx';
import { callbacks } from './callbacks/index.tsx';
import { carriers } from './carriers/index.tsx';
import { composer } from './composer/index.tsx';
import { endpoints, receipts } from './endpoints/index.tsx';
import { erasures } from './erasures/index.tsx';
import { find } from './find/index.tsx';
import { found } from './found/index.tsx';
import { identity } from './identity/index.tsx';
import { imports } from './imports/index.tsx';
import { inbound } from './inbound/index.tsx';
import { masking } from './masking/index.tsx';
import { message } from './message/index.tsx';
import { nodes } from './nodes/index.tsx';
import { overview } from './overview/index.tsx';
import { ownAccess, people } from './people/index.tsx';
import { phones } from './phones/index.tsx';
import { receiver } from './receiver/index.tsx';
import { stream } from './stream/index.tsx';
import { support } from './support/index.tsx';
import { verification } from './verification/index.tsx';

export const SCREENS: readonly Screen[] = [
  phones,
  composer,
  stream,
  callbacks,
  overview,
  carriers,
  find,
  batches,
  endpoints,
  masking,
  identity,
  accounts,
  nodes,
  imports,
  erasures,
  people,
  audit,
  ownAccess,
  support,
  message,
  found,
  verification,
  inbound,
  receiver,
  receipts,
];
