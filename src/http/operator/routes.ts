/**
 * All routes of the operators' API.
 *
 * 1. Every request carries an operator's token as Bearer, or the cookie of a session, and needs the right of its route.
 *    One that changes something, or shows numbers in full, is recorded (gate.ts).
 * 2. A body is read as strictly as the configuration: a field that is unknown or wrong is refused by name.
 * 3. Phone numbers and texts are shown in full only where `full=true` asks for it.
 */
import type { FastifyPluginAsync } from 'fastify';
import { accountRoutes } from './accounts.ts';
import { arrivalRoutes } from './arrivals.ts';
import { batchRoutes } from './batches.ts';
import { callbackSecretRoutes } from './callback-secrets.ts';
import { callbackRoutes } from './callbacks.ts';
import { callRoutes } from './calls.ts';
import { carrierRoutes } from './carriers.ts';
import { diagnosisRoutes } from './diagnosis.ts';
import { endpointRoutes } from './endpoints.ts';
import { erasureRoutes } from './erasures.ts';
import { findRoutes } from './find.ts';
import { addGate } from './gate.ts';
import { hintRoutes } from './hints.ts';
import { importRoutes } from './imports.ts';
import { inboundTextRoutes } from './inbound-text.ts';
import { keyRoutes } from './keys.ts';
import { lookUpRoutes } from './look-ups.ts';
import { maskingBlockRoutes } from './masking-blocks.ts';
import { maskingSessionRoutes } from './masking-sessions.ts';
import { masterKeyRoutes } from './master-key.ts';
import { messageContentRoutes } from './message-contents.ts';
import { messageRoutes } from './messages.ts';
import { nodeRoutes } from './nodes.ts';
import { numberRoutes } from './numbers.ts';
import { operatorAccountRoutes } from './operators.ts';
import { optOutRoutes } from './opt-outs.ts';
import type { OperatorOptions } from './options.ts';
import { auditRoutes } from './people/audit-routes.ts';
import { inviteRoutes } from './people/invite-routes.ts';
import { ownRoutes } from './people/own-routes.ts';
import { providerRoutes } from './people/provider-routes.ts';
import { sessionRoutes } from './people/session-routes.ts';
import { tokenRoutes } from './people/token-routes.ts';
import { userRoutes } from './people/user-routes.ts';
import { recordRoutes } from './records.ts';
import { reloadRoutes } from './reload.ts';
import { receiverRoutes } from './sandbox/receivers.ts';
import { sandboxRoutes } from './sandbox/routes.ts';
import { senderRoutes } from './senders.ts';
import { sourceRoutes } from './sources.ts';
import { templateRoutes } from './templates.ts';
import { trafficRoutes } from './traffic.ts';
import { usageRoutes } from './usage.ts';
import { verificationRoutes } from './verifications.ts';

/** Routes below /operator/v1. Refusals are thrown: the server answers them in the style of the path. */
export function operatorRoutes(options: OperatorOptions): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    addGate(app, options);
    for (const routes of [
      accountRoutes,
      senderRoutes,
      keyRoutes,
      callbackSecretRoutes,
      templateRoutes,
      findRoutes,
      messageRoutes,
      messageContentRoutes,
      batchRoutes,
      callbackRoutes,
      receiverRoutes,
      callRoutes,
      carrierRoutes,
      optOutRoutes,
      numberRoutes,
      maskingBlockRoutes,
      maskingSessionRoutes,
      arrivalRoutes,
      inboundTextRoutes,
      lookUpRoutes,
      sourceRoutes,
      hintRoutes,
      recordRoutes,
      verificationRoutes,
      importRoutes,
      nodeRoutes,
      masterKeyRoutes,
      diagnosisRoutes,
      reloadRoutes,
      usageRoutes,
      trafficRoutes,
      endpointRoutes,
      erasureRoutes,
      operatorAccountRoutes,
      sessionRoutes,
      userRoutes,
      inviteRoutes,
      ownRoutes,
      tokenRoutes,
      auditRoutes,
      providerRoutes,
      sandboxRoutes,
    ]) {
      routes(app, options);
    }
  };
}
