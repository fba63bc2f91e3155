/**
 * The types of the API, made out of openapi.yaml by `npm run api:types`. Never changed by hand.
 * openapi.yaml: sha256 8dcd4d191627348c794e00b1341e51c40c4caaadf7b614c102e36ca91d8e31d9
 */
export interface paths {
    "/v1/omnichannel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your messages
         * @description Your own, newest first, each in the body of its callbacks. A page looks at a bounded number of records, so it may hold fewer than `limit`, even none, and go on: the list is over when `next` is null.
         */
        get: operations["listOwnMessages"];
        put?: never;
        /**
         * Send a message over RCS and SMS
         * @description The channels are tried in order: the next one when a channel fails or its `fallback_time` has passed. The answer
         *     3001 is given after the message is durable; what becomes of it arrives by callback and can be asked for.
         *
         *     At most 10 KB. RCS must be enabled on the account. A trial account reaches numbers that were verified for it.
         */
        post: operations["sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/omnichannel/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the templates that the account keeps
         * @description In the order of their channels and names; 500 at most.
         */
        get: operations["listTemplates"];
        put?: never;
        /**
         * Keep a template
         * @description Content with places for values, `{{1}}` or `{{name}}`, under a name. A message names it in
         *     `message.<channel>.template` and gives the values as `parameters`. It can be used at once, and is not changed:
         *     the same one again is answered as before, another one under its name is refused until it was removed. Its
         *     channel has to be enabled on the account.
         */
        post: operations["addTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/omnichannel/templates/{channel}/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a template that the account keeps */
        get: operations["showTemplate"];
        put?: never;
        post?: never;
        /**
         * Remove a template
         * @description Messages that were taken go out as they are. Other nodes know it for two seconds more.
         */
        delete: operations["removeTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/omnichannel/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send one message to many recipients
         * @description A body of `POST /v1/omnichannel` without its number, and up to 10,000 `recipients`. `{{name}}` in any parameter of a
         *     template stands for the value of that name in the recipient's `parameters`. The answer 3001 is given after the whole
         *     is durable; each recipient then gets a message of its own, with its own reference, callbacks, opt-outs and limits.
         *
         *     A bad recipient is named with its place, counted from 0, and costs the others nothing: here what is wrong with it
         *     in this request, and in the batch (`GET`) what its message is refused for when it is made. At most 16 MB, of which
         *     10 KB beside the recipients. docs/batches.md tells more.
         */
        post: operations["sendBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/omnichannel/batch/{reference_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how far a batch is
         * @description Counts by status, and the recipients in the order of their places, a page at a time.
         */
        get: operations["showBatch"];
        put?: never;
        post?: never;
        /**
         * Take a batch back
         * @description From the answer on nothing of it is handed over any more. Messages that have not left end with 3007, and so do
         *     recipients without a message; what is on RCS is withdrawn; what an SMSC has stays there. The answer is the status; while
         *     messages are still being taken back the state is `cancelling`. What is taken back stays so.
         */
        delete: operations["takeBackBatch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/omnichannel/batch/{reference_id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a batch
         * @description From the answer on no message is made and none that is made is handed over: not again, and not on its next channel
         *     either. What is at carriers goes on. A pause ends after 30 days: what is left of the batch is taken back then.
         */
        post: operations["pauseBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/omnichannel/batch/{reference_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a paused batch go on
         * @description One that is not paused stays as it is.
         */
        post: operations["resumeBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/omnichannel/{reference_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how a message stands
         * @description The same body as the callbacks of the message.
         */
        get: operations["showMessage"];
        put?: never;
        post?: never;
        /**
         * Take a message back
         * @description What has not been handed over never leaves: 3007, final. What is on RCS is withdrawn, and 3007 comes with that, by
         *     callback; until then the status stays 3001, without any further channel. What an SMSC has stays there, and the
         *     message ends as its receipt says. A message that is over stays as it is. The answer is the status.
         */
        delete: operations["takeBackMessage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messaging": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your texts
         * @description Your own, newest first, each in the body of its callbacks. A page looks at a bounded number of records, so it may hold fewer than `limit`, even none, and go on: the list is over when `next` is null.
         */
        get: operations["listOwnTexts"];
        put?: never;
        /**
         * Send one text
         * @description A text by SMS, of up to 1600 characters, in as many parts as it needs. The answer is given after it is durable; what
         *     becomes of it arrives by callback and can be asked for.
         *
         *     The body is a form or JSON. A trial account reaches numbers that were verified for it. docs/messaging.md has the
         *     codes with what each means.
         */
        post: operations["sendText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messaging/{reference_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how a text stands
         * @description The body of its callbacks.
         */
        get: operations["showText"];
        put?: never;
        post?: never;
        /**
         * Take a text back
         * @description A text that has not been handed over never leaves: 3007, final. What an SMSC has stays there, and the text ends as its
         *     receipt says. A text that is over stays as it is. The answer is the status.
         */
        delete: operations["takeBackText"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your verifications
         * @description Your own, newest first, each in the body of its callbacks. A page looks at a bounded number of records, so it may hold fewer than `limit`, even none, and go on: the list is over when `next` is null.
         */
        get: operations["listOwnVerifications"];
        put?: never;
        /**
         * Verify a number by several methods
         * @description One code for one number, told by up to three methods one after the other: the next begins when one has failed, or
         *     when its `fallback_time` is over without the code. `rcs`, `sms` and `voice` are told; others are skipped. All of it
         *     takes at most 300 s. docs/verification.md has its states.
         *
         *     The answer is given after it is durable. A trial account reaches numbers that were verified for it.
         */
        post: operations["beginVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verification/{reference_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how a verification stands
         * @description The body of its callbacks.
         */
        get: operations["showVerificationProcess"];
        put?: never;
        post?: never;
        /**
         * Cancel a verification
         * @description What is under way is taken back where it can be. One that is over stays as it is.
         */
        delete: operations["cancelVerification"];
        options?: never;
        head?: never;
        /**
         * Hand in a code, or cancel
         * @description As below `/state`; an official client leaves that out.
         */
        patch: operations["changeVerification"];
        trace?: never;
    };
    "/verification/{reference_id}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Hand in a code, or cancel
         * @description The first right code verifies, whichever method brought it. There are three tries. Whether a code was right stands in
         *     the status, not in the HTTP status.
         */
        patch: operations["changeVerificationState"];
        trace?: never;
    };
    "/v1/phoneid/{complete_number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look a number up
         * @description Without add-ons: the parts of the number, its type, where it is from and with which carrier it was first put into
         *     use. The number is cleaned first, and `numbering.cleansing` says how.
         *
         *     Each add-on is answered under its own key with a status of its own; none of them fails the others. The status of
         *     the whole is 300, or 301 when an add-on ended in 2802, 2810 or 2811. An add-on other than `contact` must be
         *     enabled on the account.
         *
         *     A form is taken as a request without add-ons.
         */
        post: operations["lookUpNumber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/phoneid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your look-ups
         * @description What you asked of numbers and were answered, newest first. Nothing personal is shown unless `full` asks for it: the number is masked, and of each add-on stands how it was answered and not what. A page looks at a bounded number of records, so it may hold fewer than `limit`, even none, and go on: the list is over when `next` is null.
         */
        get: operations["listOwnLookUps"];
        put?: never;
        /**
         * Look a number up that stands in the body
         * @description As `POST /v1/phoneid/{complete_number}`, with the number in `phone_number`.
         */
        post: operations["lookUpNumberInBody"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/anonymous/blocks/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show whether a number is kept out of your sessions
         * @description Tells of your own block; what the operator keeps out of all sessions is refused with 2706 when it is tried.
         */
        get: operations["showMaskingBlock"];
        /**
         * Keep a number out of your sessions
         * @description No session of yours is opened with it (2707), and nothing is relayed in those that are open. Asking again changes nothing.
         */
        put: operations["addMaskingBlockOfAccount"];
        post?: never;
        /**
         * Let a number into your sessions again
         * @description Asking again changes nothing.
         */
        delete: operations["liftMaskingBlockOfAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/anonymous/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your masked sessions
         * @description Your own, newest first, each as its own GET shows it. A page looks at a bounded number of records, so it may hold fewer than `limit`, even none, and go on: the list is over when `next` is null.
         */
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/anonymous/session/sms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a masked session between two numbers
         * @description Each party gets a masking number that stands in for it: party 2 sees and texts the `masked_id` of number 1, and
         *     the other way round. The two may be the same. What one party texts to the other's mask is relayed, and called
         *     back. docs/masking.md tells more.
         *
         *     The body is a form or JSON. `masking` must be enabled on the account. 2700 when both masks are of the country of
         *     their party, 2701 when not. Both numbers must have been verified for a trial account.
         */
        post: operations["openMaskingSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/anonymous/session/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a session */
        get: operations["showMaskingSession"];
        /**
         * Set how long a session lasts from now on
         * @description Longer or shorter than before. One that is over stays over (2715).
         */
        put: operations["extendMaskingSession"];
        post?: never;
        /**
         * End a session now
         * @description One that is over already is answered as it is.
         */
        delete: operations["closeMaskingSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/anonymous/session/{session_id}/interactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was written in a session
         * @description Every text that met the session, oldest first, with what became of it; of relayed ones whether they arrived.
         */
        get: operations["listInteractions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your codes in calls and in texts
         * @description Your own, newest first, each as its own GET shows it, also those that are older than it shows. Verifications with several methods have a list of their own. A page looks at a bounded number of records, so it may hold fewer than `limit`, even none, and go on: the list is over when `next` is null.
         */
        get: operations["listOwnCodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/verify/call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call a number and speak a code
         * @description The code is spoken digit by digit in the language, the whole message twice; the callee presses 1 to hear it again.
         *     The answer is given after the call is durable; what becomes of it arrives by callback and can be asked for.
         *
         *     The body is a form or JSON. `voice` must be enabled on the account. A trial account reaches numbers that were
         *     verified for it. docs/voice.md tells more.
         */
        post: operations["placeVerificationCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/verify/sms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a code in a text
         * @description A code of the caller's or one that is made, in the caller's template or in a default text. The answer is given after
         *     it is durable; what becomes of it arrives by callback and can be asked for. docs/messaging.md tells more.
         *
         *     The body is a form or JSON. A trial account reaches numbers that were verified for it. With `sim_swap_check` the
         *     add-on sim_swap is asked first: where the SIM was swapped lately the answer is 518, where nobody can tell it is 519,
         *     and nothing is sent.
         */
        post: operations["sendCodeText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/verify/{reference_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how a call or a text with a code stands, and check the code
         * @description Without `verify_code` the body of the callbacks. With it, `verify.code_state` says whether that is the code: of a
         *     call from the POST until 10 minutes after its end, of a text for 10 minutes (the account's `code_minutes`), for 5
         *     wrong tries a message and 20 an hour on one number; afterwards the right code is INVALID, too, as it is once it has
         *     been VALID. Known for 12 hours.
         */
        get: operations["showVerification"];
        put?: never;
        post?: never;
        /**
         * Take a call or a text with a code back
         * @description A text that has not been handed over never leaves: 3007, final; what an SMSC has stays there. A call that has not been
         *     dialled never is, and one that rings or speaks is hung up: 108, which comes when it is over. What is over stays as it
         *     is. The answer is the status. A verification of `/verification` has its own.
         */
        delete: operations["takeBackVerification"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/verify/completion/{reference_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say that a verification has been completed
         * @description Without a body; fields that come in one, a form or JSON, are ignored.
         */
        put: operations["completeVerification"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/callback-secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the secrets that sign callbacks
         * @description Callbacks carry a Standard Webhooks signature for each live secret. There is always one, and beside it the one
         *     before for as long as the last rotation said.
         */
        get: operations["listCallbackSecrets"];
        put?: never;
        /**
         * Make a new secret
         * @description The new secret signs from now on; the one before it signs too for the stated time. At most two are live: one that
         *     was still living on from an earlier rotation ends at once.
         */
        post: operations["rotateCallbackSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what people sent
         * @description What people sent to your senders and your RBM agent, newest last, each in the body of its callback: for whoever
         *     would rather fetch, and for a receiver that was wrong for a while. Go on from `next`; while `more` is true there is
         *     another page at once. `next` never stands behind what is younger than two minutes: that is listed again the next
         *     time, so that nothing is missed. Tell repeats by `reference_id`. What was removed or erased is empty.
         */
        get: operations["listInbound"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/omnichannel/history/{reference_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show what became of it, one thing after the other */
        get: operations["showMessageHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messaging/history/{reference_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show what became of it, one thing after the other */
        get: operations["showTextHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/verify/history/{reference_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show what became of it, one thing after the other */
        get: operations["showCodeHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/callbacks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List callbacks
         * @description Newest first. Your own; those without an address are events only (`not_sent`).
         */
        get: operations["listOwnCallbacks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/callbacks/{callback_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a callback with its tries
         * @description What was sent, and how each try went.
         */
        get: operations["showOwnCallback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/callbacks/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send callbacks once more
         * @description One by its `id`, or those of a range of time. Each goes out under its own id, those of one message in their order. A
         *     range is counted first: `count_only` says how many there are, and sends nothing; an `Idempotency-Key` has no effect on
         *     it. An order that finds nothing is answered the same under its key for 24 hours.
         */
        post: operations["redeliverOwnCallbacks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what callbacks tell
         * @description Everything that a callback tells you, oldest first, for 30 days: for a receiver that would rather fetch, and of
         *     messages that have no callback address. Each body is that of the callback. Go on from `next`; while `more` is true
         *     there is another page at once. `next` never stands behind what is younger than two minutes: that is listed again
         *     the next time, so that nothing is missed. Tell repeats by `id`, which is the `webhook-id` of the callback. The
         *     body of what was removed or erased is null.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capability/{channel}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask what a list of recipients can be sent
         * @description Up to 10,000 numbers. The answer is given as soon as the list is recorded; the carrier is asked afterwards, within
         *     the room that messages leave, and not about what is known already. What becomes of each number stands in the
         *     result for seven days.
         *
         *     A bad number is named with its place in the list, counted from 0, and costs the others nothing. An account may have
         *     100,000 numbers under way; beyond that a list is refused with 3204.
         */
        post: operations["checkCapabilities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capability/{channel}/results/{reference_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what has become of a list of numbers
         * @description In the order of the list, a page at a time. A number that has been erased is not shown any more.
         */
        get: operations["showCapabilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capability/{channel}/{phone_number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask what a recipient can be sent
         * @description 3060: on the channel, with the features that the carrier names. 3055: not on it. 3115: outside of coverage, since the
         *     agent may not reach the number or no carrier is for it. An answer holds for 24 hours and is given again without
         *     asking the carrier; when it could tell nothing, the question is answered with 3041 for five minutes at most.
         *
         *     The agent is the one that a message to this number would come from. docs/capability.md tells more.
         */
        get: operations["checkCapability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capability/{channel}/{phone_number}/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask what an agent can send a recipient
         * @description As without `agent_id`, for an agent of the account: one that is registered as a sender, or, where the account has
         *     registered none, one to which its messages are routed.
         */
        get: operations["checkCapabilityOfAgent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/opt-outs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who has opted out
         * @description Your own, in the order of the numbers: by a STOP (`recipient`), by you (`account`) or by the operator for you (`operator`). What the operator blocked for all accounts is not among them.
         */
        get: operations["listOwnOptOuts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/opt-outs/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show whether a number has opted out
         * @description With `sender`: of that sender, also by an opt-out of all senders.
         */
        get: operations["showOwnOptOut"];
        /**
         * Opt a number out
         * @description As if it had said STOP: no `MKT` message goes there, and none at all where the account says so. Without `sender` it is for all of yours. Asking again changes nothing.
         */
        put: operations["addOwnOptOut"];
        post?: never;
        /**
         * Lift an opt-out
         * @description With `sender`: of that sender alone; one of all senders stays. Without: whatever stands for the number. Make sure that the person wants it.
         */
        delete: operations["liftOwnOptOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show your account
         * @description What it may do, its limits as they hold (0 is no limit), and the settings that it changes itself.
         */
        get: operations["showOwnAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change your settings
         * @description A setting that is not named stays as it is; one that is null goes back to its default. In effect on every node
         *     within two seconds. What only an operator changes is refused by its name.
         */
        patch: operations["changeOwnAccount"];
        trace?: never;
    };
    "/v1/account/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your keys
         * @description Newest first, revoked ones too. A key is never shown again; `hint` is the beginning of the SHA-256 of its text.
         */
        get: operations["listOwnKeys"];
        put?: never;
        /**
         * Make a key
         * @description The answer holds it, this once. It works at once on the node that made it and on the others within two seconds.
         *     Callbacks are signed with the newest key from then on, unless `callback_key_id` of the account says which: pin the
         *     old one first where receivers have to change over.
         */
        post: operations["makeOwnKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description It stops working at once on this node and on the others within two seconds. A key may revoke itself while there is
         *     another one; the last one is never revoked here. One that is revoked already is shown as it is.
         */
        delete: operations["revokeOwnKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what you have used
         * @description Summed up by what `by` names, in that order, the running day too. A message counts on each channel on which a
         *     carrier took it, on the UTC day on which it was accepted; `parts` are the parts that a carrier took or may have
         *     taken, `delivered` the messages of which it said so. Calls count as `calls` alone, those answered as `delivered`.
         *     Add-ons of look-ups stand in the place of channels. A day that is not over for long may still change; what is
         *     shown of it may be some seconds old.
         */
        get: operations["showOwnUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The process answers */
        get: operations["healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The gateway can do its work
         * @description Ready means that the store can be reached and that at least one carrier is up. Messages for a carrier that is
         *     down wait, so one of several may be down. At the callers' address `ready` is all that the answer holds; `store`
         *     and `carriers` stand in it at the operators' address (`http.operators`).
         */
        get: operations["readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The gateway can take requests
         * @description For whoever hands out requests: the store can be reached. Carriers are shown and do not count, since what is
         *     accepted waits for them.
         */
        get: operations["readyzRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Figures for Prometheus
         * @description At the operators' address (`http.operators`). Made once a second at most.
         */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.yaml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document */
        get: operations["openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document as a page */
        get: operations["docs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Each code of an error or a status, and what it means
         * @description On both addresses. Each refusal has a header `Link` with `rel="help"` that leads to its code, such as `</docs/errors#code-3304>`.
         */
        get: operations["docsErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/carriers/{name}/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take what a carrier sends by HTTP
         * @description For RCS Business Messaging: the handshake (`clientToken` and `secret`) and events in a Pub/Sub envelope, signed in
         *     `X-Goog-Signature`. The answer 200 is given after the event is durable; anything else makes the carrier send it
         *     again. What the bodies look like is the carrier's affair.
         */
        post: operations["carrierWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/receivers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the receivers of callbacks */
        get: operations["listReceivers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/receivers/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Receive a callback that is sent by GET */
        get: operations["receiveByGet"];
        /** Say what a receiver answers */
        put: operations["setReceiverAnswer"];
        /**
         * Receive a callback
         * @description Kept with its headers and its bytes, and answered with the status that the receiver was told to answer with. Of each
         *     receiver the newest 100 requests are kept.
         */
        post: operations["receiveByPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/receivers/{name}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what came to a receiver */
        get: operations["listReceivedRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/handsets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which handsets got something
         * @description Of those that are kept, newest first: who got a message or a call last stands in front.
         */
        get: operations["listHandsets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/handsets/{number}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what a simulated handset got */
        get: operations["listHandsetMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/handsets/{number}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the calls that a simulated handset had */
        get: operations["listHandsetCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/handsets/{number}/calls/{recording}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Listen to what a simulated handset heard */
        get: operations["listenToHandsetCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/handsets/{number}/calls/{call_id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answer a call at a simulated handset */
        post: operations["answerHandsetCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/handsets/{number}/calls/{call_id}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decline a call at a simulated handset */
        post: operations["declineHandsetCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/handsets/{number}/calls/{call_id}/hang-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hang up at a simulated handset */
        post: operations["hangUpHandsetCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/handsets/{number}/calls/{call_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Press keys at a simulated handset */
        post: operations["pressKeysAtHandset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/handsets/{number}/waits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Let a simulated telephone ring until a call is taken in hand */
        put: operations["setHandsetWaiting"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/handsets/{number}/reply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a text from a simulated handset */
        post: operations["replyFromHandset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/handsets/{number}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a file from a simulated handset to an RCS agent */
        post: operations["sendFileFromHandset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/handsets/{number}/location": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a place from a simulated handset to an RCS agent */
        post: operations["sendLocationFromHandset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/handsets/{number}/tap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Press a button
         * @description The phone does what the button says: whoever presses `share_location` also sends where the handset is.
         */
        post: operations["tapOnHandset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts
         * @description In the order of their Customer IDs.
         */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Create an account with its first key
         * @description The key is shown this once. Everything but the name may be absent.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{customer_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an account
         * @description With its keys (never the keys themselves), senders and verified numbers.
         */
        get: operations["showAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an account
         * @description What is absent stays. A setting that is null goes back to its default.
         */
        patch: operations["changeAccount"];
        trace?: never;
    };
    "/operator/v1/accounts/{customer_id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend an account
         * @description Within 5 s everything that it asks for is refused. What was accepted before is still sent.
         */
        post: operations["suspendAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{customer_id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a suspended account work again */
        post: operations["activateAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{customer_id}/senders/{sender}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Register a sender, or change what it is the default for
         * @description Of the senders of an account at most one is the default for a country: it is taken from the one that was. A masking number cannot be a sender.
         */
        put: operations["putSender"];
        post?: never;
        /** Remove a sender */
        delete: operations["removeSender"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{customer_id}/verified-numbers/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Let a trial account reach a number */
        put: operations["addVerifiedNumber"];
        post?: never;
        /** Take a verified number away */
        delete: operations["removeVerifiedNumber"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{customer_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys of an account
         * @description Newest first. `hint` is the beginning of the SHA-256 of the key, to tell keys apart.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Make a key, or bring one along
         * @description A key that is made is shown this once.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{customer_id}/callback-secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the secrets that sign the callbacks of an account
         * @description The live ones, newest first; none before the first callback, unless the account has asked for one. A secret itself
         *     is shown with `full` alone, and to who has the right `accounts` as well: it signs as the gateway does.
         */
        get: operations["listOperatorCallbackSecrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{customer_id}/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description Within 5 s it works nowhere any more. A revoked key stays listed.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find what an id is of
         * @description Any id that the gateway has given out, in either of its forms: of a message or one of its channels, a verification, a masked session, a look-up, a batch, a callback, what somebody sent, an import, an erasure, an account; and the id that a carrier gave to what it took, for 72 hours. The list is empty where nothing has it. A number and an id of the caller's own are found by the lists.
         */
        get: operations["findById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages
         * @description Newest first. What they say is not shown. A page looks at a bounded number of records, so it may hold fewer than `limit`, even none, and go on: the list is over when `next` is null.
         */
        get: operations["listMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List verification calls
         * @description Newest first. A page looks at a bounded number of records, so it may hold fewer than `limit`, even none, and go on: the list is over when `next` is null.
         */
        get: operations["listOperatorCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List batches
         * @description Newest first.
         */
        get: operations["listOperatorBatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/batches/{reference_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a batch
         * @description With counts, and its recipients in the order of their places, a page at a time. What its messages say is not shown.
         */
        get: operations["showOperatorBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/batches/{reference_id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a batch
         * @description As its caller pauses it: from the answer on no message of it is made and none is handed over. What is at carriers goes on. One that changes nothing is no error.
         */
        post: operations["pauseOperatorBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/batches/{reference_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a paused batch go on
         * @description As its caller does. One that changes nothing is no error.
         */
        post: operations["resumeOperatorBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/batches/{reference_id}/take-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a batch back
         * @description As its caller takes it back: from the answer on nothing of it is handed over, and each message that is made is taken back. Of a large batch the answer may show `cancelling`.
         */
        post: operations["takeBackOperatorBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/calls/in-progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the calls that ring or speak now
         * @description On all nodes, newest first. One that was asked for more than 25 minutes ago, to be placed later, is not among them.
         */
        get: operations["listCallsInProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/calls/{reference_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a verification call
         * @description What became of it on the line, and its SIP messages. The code stands in none of them.
         */
        get: operations["showOperatorCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/messages/{reference_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what became of a message, one thing after the other
         * @description With carriers, nodes and the words of carriers.
         */
        get: operations["showOperatorMessageHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/messages/{reference_id}/contents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what a message says
         * @description On each of its channels. Without `full` only of what kind it is. A code that the gateway makes is not in it: `$$CODE$$` stands in its place.
         */
        get: operations["showOperatorMessageContents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/messages/{reference_id}/take-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a message back
         * @description As its caller takes it back: nothing more of it is handed over, and a carrier that can is asked to withdraw what it has. Where it is not known yet what arrives, the status goes on as it was. What is over stays as it is.
         */
        post: operations["takeBackOperatorMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/messages/{reference_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a message
         * @description With its attempts, their parts, and its callbacks. The `reference_id` of one of its channels finds it as well.
         */
        get: operations["showOperatorMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/callbacks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List callbacks
         * @description Newest first. With `customer_id` by the time of the event; a page may then be short though there is a `next`.
         */
        get: operations["listCallbacks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/callbacks/{callback_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a callback with its tries
         * @description With `full` also what was sent: its headers and body. Of answers the digits of numbers are hidden without it.
         */
        get: operations["showOperatorCallback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/callbacks/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a range of callbacks once more
         * @description Of one account: each under its own id, and those of one message in their order. With `count_only` it is only counted.
         *     Otherwise they are made due in steps, which go on after a restart. At most 1,000,000 callbacks of the account may lie
         *     between `from` and `to`, whether they fit or not.
         */
        post: operations["redeliverCallbackRange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/callbacks/{callback_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a callback once more
         * @description Whatever became of it. Callbacks of one message stay in order: while an earlier one is pending, it waits.
         */
        post: operations["redeliverCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sandbox/receivers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the receivers of the sandbox
         * @description What is sent to them is kept, to be looked at. A gateway with a real carrier has none (404).
         */
        get: operations["listSandboxReceivers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sandbox/receivers/{receiver}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what came to a receiver of the sandbox
         * @description Without the right `full` the bodies are null. `signature` says whether this gateway has signed it.
         */
        get: operations["listSandboxRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sandbox/receivers/{receiver}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Say what a receiver of the sandbox answers */
        put: operations["setSandboxReceiverAnswer"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/carriers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List carriers
         * @description `state` and `details` are as on the node that answers; `details` depends on the kind. A carrier with binds has
         *     `seats`, each held by one node at a time. `up_on` names the nodes that can send by it. Both are null while the
         *     store cannot be reached.
         */
        get: operations["listCarriers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/carriers/{name}/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what was made of addresses that came in
         * @description The newest of each kind on this node, newest first, where something else was made of an address or it could not be read.
         */
        get: operations["listCarrierAddresses"];
        put?: never;
        /**
         * Show what would be made of an address
         * @description As if it came in at this carrier. Nothing is changed.
         */
        post: operations["readCarrierAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/carriers/{name}/drain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a carrier nothing new
         * @description What it was given is still answered. The order holds on all nodes within seconds, and over restarts, until `resume`.
         */
        post: operations["drainCarrier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/carriers/{name}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Use a drained carrier again */
        post: operations["resumeCarrier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/opt-outs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List blocks
         * @description In the order of the recipients. A `customer_id` or `sender` of null stands for all.
         */
        get: operations["listOptOuts"];
        put?: never;
        /**
         * Block a recipient
         * @description For marketing, and for all of an account that has `opt_out_stops_all`. Absent `customer_id`: every account. Absent `sender`: every sender.
         */
        post: operations["addOptOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/opt-outs/lift": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lift a block
         * @description Exactly this one: a block for every sender stays when the one for a sender is lifted.
         */
        post: operations["liftOptOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/unmatched-receipts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List receipts that match nothing
         * @description Newest first. They are looked at again for 72 h, then given up.
         */
        get: operations["listUnmatchedReceipts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/inbound-texts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List texts that people sent
         * @description Newest first. The texts themselves only with `full=true`.
         */
        get: operations["listInboundTexts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/inbound-texts/{inbound_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what somebody sent
         * @description With what was said back, and what its account was told. What it says only with `full=true`. What was relayed in a masked session is a message.
         */
        get: operations["showInboundText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/look-ups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List look-ups
         * @description Newest first. What was answered is not shown. A page looks at a bounded number of records, so it may hold fewer than `limit`, even none, and go on: the list is over when `next` is null.
         */
        get: operations["listOperatorLookUps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/look-ups/{reference_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a Phone ID look-up
         * @description With where each answer came from and how old it was. The answer itself is shown with `full=true` only: it may hold a name and an address.
         */
        get: operations["showLookUp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sources of Phone ID
         * @description As they are at the node that answers, in the order of the settings. The figures count since it started; how long a source takes is that of its last answers.
         */
        get: operations["listSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/addon-caps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List hard caps of all accounts
         * @description Those accounts that have any, in the order of their Customer IDs, with what has been used of each cap in this calendar month (UTC).
         */
        get: operations["listAllAddonCaps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/consents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List consents
         * @description The ledger of consents that came with look-ups, oldest first.
         */
        get: operations["listConsents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports
         * @description Files of deactivated numbers, breached numbers and contact records that came in or are on their way, newest first.
         */
        get: operations["listImports"];
        put?: never;
        /**
         * Start an import, or go on with it
         * @description A file belongs to a set: the files of a carrier, a breach, the subscribers of an operator. The same `file` for the same
         *     set goes on where it was left; when it is the newest whole import of its set, it is answered as it is and there is
         *     nothing to do. Its rows follow in calls of their own.
         */
        post: operations["startImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/imports/{import_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show an import */
        get: operations["showImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/imports/{import_id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send rows of an import
         * @description 1 to 10,000 rows, 8 MB at most. `from` is the number of the first one, counted from 0 through the whole file: rows that
         *     have been dealt with are not looked at again, so a call without an answer may be repeated. A row that cannot be used is
         *     refused by its `line`, without what it says; the others go in. Rows of deactivations have a `number`, those of breaches
         *     a `sha1` (of the digits of the number), those of contacts a `number` and what is known of it.
         */
        post: operations["addImportRows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/imports/{import_id}/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that an import is whole
         * @description A new set is looked into from now on. Of contacts the records that were in the set and are not in this file are removed,
         *     unless the import keeps others. Where that takes long the answer comes with the state `open`: ask again.
         */
        post: operations["finishImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/imports/{import_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop an import
         * @description It takes no more rows and is never whole; whoever sends them is refused. What it took stays: of a new set nothing is
         *     looked into, and removing the set takes it away. The same file begins anew.
         */
        post: operations["stopImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/data-sets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what has been imported */
        get: operations["listDataSets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/data-sets/{kind}/{set}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a set
         * @description It is not looked into any more, and its rows go. Where that takes long `is_all` is false, ask again for the rest.
         */
        delete: operations["removeDataSet"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{customer_id}/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the templates of an account
         * @description In the order of their channels and names; an account has 500 at most. What they say is shown with `full` alone.
         */
        get: operations["listOperatorTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{customer_id}/addon-caps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List hard caps of add-ons
         * @description The caps that stand in `addon_caps` of the account, and what has been used of each in this calendar month (UTC).
         */
        get: operations["listAddonCaps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{customer_id}/addon-caps/{addon}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin the month of a hard cap anew
         * @description Forgets what has been used of the cap in this month.
         */
        post: operations["resetAddonCap"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/numbers/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring in masking numbers
         * @description CSV with a head: `number` and `capabilities`, and where wanted `country` (ISO 3166 alpha-2; absent, that of the
         *     number) and `carrier` (the name of a carrier that sends texts; absent, the routes say). UTF-8, parted by commas,
         *     semicolons or tabs. Up to 8 MiB.
         *
         *     Only numbers with `sms` alone are taken: one that can be called is refused with its line. The file is taken as a
         *     whole or not at all. A number that stands in the pool is changed; a retired one is given out again. A number of
         *     another pool, or one that is a registered sender, is refused.
         */
        post: operations["importNumbers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List masking numbers
         * @description In the order of their digits. A `customer_id` of null is the shared pool.
         */
        get: operations["listNumbers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/numbers/forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how full the pools of masking numbers are
         * @description Each masking number is one seat of each party. A seat is taken while a session holds it (`live`) and while it
         *     rests afterwards (`resting`). Seats of retired numbers are not counted.
         */
        get: operations["forecastNumbers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/numbers/{number}/retire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retire a masking number
         * @description It is given to no new session. Sessions that have it go on until their end.
         */
        post: operations["retireNumber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/masking-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List masked sessions
         * @description Newest first. A page looks at a bounded number of records, so it may hold fewer than `limit`, even none, and go on: the list is over when `next` is null.
         */
        get: operations["listOperatorMaskingSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/masking-sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a masked session */
        get: operations["showOperatorMaskingSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/masking-sessions/{session_id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a masked session
         * @description At once, as its caller ends it: nothing more is relayed, its masks rest as after any end, and an account that has events sent gets `session.closed`. What is over stays as it is.
         */
        post: operations["closeOperatorMaskingSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/masking-sessions/{session_id}/interactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the texts that met a masked session
         * @description Oldest first, with what became of each. What was written is shown with `full=true` only, as long as it is kept.
         */
        get: operations["listOperatorInteractions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/masking-blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List numbers that are kept out of masking sessions
         * @description In the order of the numbers. A `customer_id` of null stands for every account.
         */
        get: operations["listMaskingBlocks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/masking-blocks/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Keep a number out of masking sessions
         * @description No session is opened with it (2706), and nothing is relayed from it any more. With `customer_id`: of this account alone (2707).
         */
        put: operations["addMaskingBlock"];
        post?: never;
        /**
         * Lift a block
         * @description Exactly this one: a block for every account stays when that of an account is lifted.
         */
        delete: operations["liftMaskingBlock"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/verifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List verifications with several methods
         * @description Newest first. A page looks at a bounded number of records, so it may hold fewer than `limit`, even none, and go on: the list is over when `next` is null.
         */
        get: operations["listOperatorVerifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/verifications/{reference_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a verification with several methods
         * @description With the message of each method that was tried, and its callbacks. Its code is never shown.
         */
        get: operations["showOperatorVerification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/nodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List nodes
         * @description Who runs, since when, which release, and who has fallen silent; by which carriers each could send when it last gave a
         *     sign, how full they were there, and which seats (binds) of carriers it holds.
         */
        get: operations["listNodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/hints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Be told what changes, as it happens
         * @description Server-sent events (`text/event-stream`) for as long as the connection lasts. Event `hints`: `hints` is a list of
         *     `{topic, id, customer_id, more}`. A hint names a thing that has changed, on whichever node, and never what has
         *     become of it: ask for that. `id` is what the path of the thing takes; null: more than a hundred have changed, ask
         *     for the list, and `more` counts the changes (a thing that changed again may be counted again). Event `anew`: fetch everything of its `topics` anew; it comes at the start (`why: begun`) and whenever hints
         *     may have been missed (`why: missed`).
         *
         *     Hints are gathered for a quarter of a second. A reader that does not keep up is dropped; a comment every 15 s says
         *     that the stream lives. One stream serves several topics, and browsers allow few connections to a host. docs/operator.md
         *     says more.
         */
        get: operations["watchHints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/diagnosis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look for what is wrong with this node
         * @description Its database (server, safety, clock, connections, write-ahead log, partitions, master key), the disk of its data
         *     directory, and its carriers. `fail`: it cannot do its work, or will lose something. `warn`: somebody should see to
         *     it. `trunkline doctor` shows the same and looks at the settings, too.
         */
        get: operations["diagnose"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/reload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have this node read its settings again
         * @description As SIGHUP does. What can change while it runs takes effect at once and stands in `changed`; of what is in
         *     `needs_restart` the next start takes notice. A carrier that goes or changes is drained first: `GET /carriers` shows
         *     how far that is. Settings that cannot be used are refused with what is wrong with them, and then nothing changes.
         *     The other processes of this gateway do the same; nodes elsewhere have to be asked on their own.
         */
        post: operations["reloadSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/master-key/reseal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Seal a page of what is sealed under the current master key
         * @description For the replacement of the master key: what was sealed under the other key is sealed again under the one that the
         *     gateways seal with now, up to 500 values at a time. Begin without `after` and go on with `next` until it is null.
         *     It may be begun anew at any time. Refused with 409 while a running node seals under another key.
         */
        post: operations["resealUnderMasterKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what accounts have used
         * @description By UTC day, account, product, channel and country, oldest day first; for bills. A message counts on each channel on
         *     which a carrier took it, on the day on which it was accepted; `parts` are the parts that a carrier took or may have
         *     taken, `delivered` the messages of which it said so. Calls count as `calls` alone, those answered as `delivered`. A day is counted for good three days after its end, or earlier
         *     where its records have to go; then it never changes, and stays when its messages have been dropped. Days before
         *     that are counted when they are asked for.
         */
        get: operations["showUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List where callbacks wait
         * @description Endpoints (scheme, host and port) with callbacks that wait in the store, by account, in the order of their names. Of
         *     one endpoint 200 callbacks are looked at, those that are tried next; `limit` is of endpoints, so that a page may
         *     hold more rows, or fewer where it is filtered. What was given up waits no more: see the callbacks of the account.
         */
        get: operations["listEndpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/traffic": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what passed through all nodes
         * @description Up to six hours minute by minute, more hour by hour. Minutes are kept for a day, hours for 35 days; what a node
         *     counted in the last ten seconds may not be there yet, and the last step may not be over. A message counts when it
         *     happens to it, so that one that is taken in one step is delivered in another. `finished` counts a message once;
         *     `delivered` also what failed and turned out to have arrived. These are figures to look at: `usage` is for bills.
         */
        get: operations["showTraffic"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/backlog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what waits for carriers
         * @description What waits in the store for room at each carrier, how full it is on all nodes, and when what waits now will have
         *     been handed over at the rate of the last two minutes. A node has little more in its memory: what the carrier does
         *     in half a lease.
         */
        get: operations["showBacklog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List erasures
         * @description Newest first. With `number`: whether and when it was erased.
         */
        get: operations["listErasures"];
        put?: never;
        /**
         * Erase a number everywhere
         * @description Takes the number out of messages, callbacks, what carriers handed in, inbound texts, verified numbers, counters and
         *     kept answers, in the background; ids, codes, times and countries stay. Messages that are under way are finished
         *     first. A block of the number goes on, under an alias from which the number cannot be read. While one erasure of a
         *     number is under way, another one is the same. With `count_only` nothing is erased: what an index finds is counted.
         */
        post: operations["eraseNumber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/erasures/{erasure_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the receipt of an erasure
         * @description What was erased, how many rows of each kind, and whether anything is still waited for. It holds no number.
         */
        get: operations["showErasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sandbox/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a request of callers as the sandbox's account
         * @description Takes the request that callers would send, without a key and a signature, and answers what they would be answered: the
         *     status, the code and the body are those of the operation. What the account may do, and what is wrong with a body, is
         *     said in the words of that operation. With `dry_run` the answer is a plan, and nothing is sent.
         */
        post: operations["sendInSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sandbox/handsets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List handsets in use
         * @description Newest first: who got, sent or was called last stands in front, those that ring for the first time among them.
         */
        get: operations["listHandsetsInHand"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sandbox/handsets/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a handset
         * @description What it got, what was sent from it, and its calls, those under way as well; each newest last. A number that never got
         *     anything is shown, too. Whoever may see in full is shown numbers and texts as they are: nobody is behind them. To
         *     others numbers are masked, and `content` and keys are null.
         */
        get: operations["showHandsetInHand"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sandbox/handsets/{number}/reply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a text from a handset
         * @description `to` is the `from` of a message that it got: a number, or the RCS agent. STOP is a text as any other.
         */
        post: operations["replyFromHandsetInHand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sandbox/handsets/{number}/tap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Press a button
         * @description By any of the fields, all that are given have to fit; without any it is the first button of the newest card. `index`
         *     counts from 0: the buttons of the cards in their order, then the suggestions. Press by `reference_id` and `index`, as
         *     texts may repeat.
         */
        post: operations["tapOnHandsetInHand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sandbox/handsets/{number}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a file from a handset
         * @description To the RCS agent.
         */
        post: operations["sendFileFromHandsetInHand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sandbox/handsets/{number}/location": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a place from a handset
         * @description To the RCS agent.
         */
        post: operations["sendLocationFromHandsetInHand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sandbox/handsets/{number}/waits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Let calls ring until somebody takes them in hand */
        put: operations["letHandsetInHandWait"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sandbox/handsets/{number}/calls/{recording}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listen to what a telephone heard
         * @description Of a call that is over, or so far. Needs the right `full`.
         */
        get: operations["listenToHandsetInHand"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sandbox/handsets/{number}/calls/{call_id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answer a call that rings */
        post: operations["answerCallInHand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sandbox/handsets/{number}/calls/{call_id}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decline a call that rings */
        post: operations["declineCallInHand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sandbox/handsets/{number}/calls/{call_id}/hang-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hang up a call that was answered */
        post: operations["hangUpCallInHand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sandbox/handsets/{number}/calls/{call_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Press keys in a call that was answered
         * @description Four a second.
         */
        post: operations["pressKeysInHand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sandbox/stories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What numbers do, by their last three digits */
        get: operations["listStories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List operators
         * @description In the order of their names; those that were revoked or are over as well. The token of the data directory is not among them.
         */
        get: operations["listOperators"];
        put?: never;
        /**
         * Make an operator
         * @description Makes a token with a name, which is shown this once. `read` sees everything, with numbers masked and without texts;
         *     `full` sees them in full; `accounts` makes and changes accounts, keys, senders, verified numbers and caps; `operate`
         *     drains carriers, takes messages and batches back, ends masked sessions, sends callbacks again, and keeps blocks, masking numbers and imported data; `erase` takes numbers
         *     out of everything; `audit` reads the audit log; `admin` decides who is let in, with any right, and replaces the
         *     master key. A name is given once.
         */
        post: operations["createOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/operators/{operator_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an operator
         * @description Its token is refused at once. What it did stays written down under its name.
         */
        delete: operations["revokeOperator"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/operator-actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what operators did
         * @description Newest first, for thirteen months: all that changes something, and all that shows numbers or texts in full. Nothing
         *     takes a row away. `status` is null while an action is under way, or when the gateway ended meanwhile.
         */
        get: operations["listOperatorActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show who is signed in
         * @description Who the token or the cookie stands for, and what they may do.
         */
        get: operations["showSession"];
        put?: never;
        /**
         * Sign in
         * @description Begins a session of a browser, whose cookie comes with the answer: HttpOnly, SameSite=Strict, and Secure over TLS. With
         *     `token`, that of the data directory; or with `user` and `password`, and `code` where the user has a second factor: six
         *     digits, or a recovery code. Who failed waits longer each time. A request with the cookie that changes something has to
         *     carry the `Origin` of the gateway, as browsers send it.
         */
        post: operations["signIn"];
        /**
         * Sign out
         * @description Ends the session of the cookie, and takes the cookie away.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/session/ways": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the ways to sign in
         * @description What a page that signs people in has to offer.
         */
        get: operations["listWaysIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/session/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in by the link of the terminal
         * @description The gateway prints the link when it starts. It is good once and for ten minutes, and begins a session of `root`.
         */
        get: operations["signInByLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions
         * @description Of browsers, newest first. Those of the one who asks; with the right `admin` those of everybody, or of one user.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description Its cookie is refused at once. Those of others only with the right `admin`.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description In the order of their names, without those that were removed.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Make a user
         * @description A name is given once. Without a password the user can sign in by the provider of identities alone.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/users/{user_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a user
         * @description With role, rights, and whether there is a password and a second factor.
         */
        get: operations["showUser"];
        put?: never;
        post?: never;
        /**
         * Remove a user
         * @description Takes address, password, second factor and sessions away. The name stays in what was done, and nobody gets it again.
         */
        delete: operations["removeUser"];
        options?: never;
        head?: never;
        /**
         * Change a user
         * @description What is absent stays. A user who is disabled, gets another role or password, or loses the second factor, has no session from that moment on.
         */
        patch: operations["changeUser"];
        trace?: never;
    };
    "/operator/v1/users/{user_name}/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a user
         * @description Makes the path of a page on which the user sets a password, which nobody else knows. It is good once and for 24 hours,
         *     and no longer once the user has another password, is disabled or is removed. It replaces a password that was forgotten
         *     as well, but no second factor.
         */
        post: operations["inviteUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/session/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a password by an invite
         * @description Ends the sessions of the user and begins none: the user signs in with the new password, and with a code where there is a
         *     second factor. What stands before the point of `invite` is the name of the user as base64url.
         */
        post: operations["takeInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/session/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change your password
         * @description Ends your other sessions. A token cannot do it.
         */
        put: operations["changeOwnPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/session/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set up a second factor
         * @description Shows its secret this once, as text and as the address that an authenticator reads from a picture. It counts once a code has been shown.
         */
        post: operations["beginSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/session/second-factor/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show the first code
         * @description From now on signing in needs a code. The answer has ten recovery codes, each good once, which are shown this once.
         */
        post: operations["confirmSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/session/second-factor/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take your second factor away
         * @description With the password and a code, or a recovery code.
         */
        post: operations["removeSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List personal tokens
         * @description Newest first, those of the past as well. Your own; with the right `admin` those of everybody, or of one user.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Make a personal token
         * @description For a program that acts for you. It has rights that are among yours whenever it is used, and an end. Only who has signed in makes one.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/tokens/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a personal token
         * @description It is refused at once. Those of others only with the right `admin`.
         */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or export the audit log
         * @description What operators and users did, and when they saw numbers or texts in full: newest first. How something ended is an entry of
         *     its own, which names the first in `of`. With `format=lines` the log in its order as a stream of lines, each of them an entry
         *     with its hash as the last field; that takes neither `limit` nor `after`. Whoever has the whole log can verify it; of a
         *     filtered one each entry can be, and not that none is missing. A page may be empty and go on.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/audit/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify the audit log
         * @description Goes over the whole log, or in steps over as many entries as `entries` says: `next` of a step is `after` of the following
         *     one, until it is null. It says whether an entry was changed, taken away, put in or moved, and where; and with the last step
         *     whether the end is there.
         */
        get: operations["verifyAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/audit/{seq}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an entry of the audit log
         * @description And the one that tells how it ended, once there is one.
         */
        get: operations["showAuditEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/session/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in by the provider of identities
         * @description Leads to the provider that the settings name (OpenID Connect), with a cookie for the way back.
         */
        get: operations["beginOidc"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/session/oidc/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Come back from the provider of identities
         * @description The provider leads here. Begins a session of the user; somebody new becomes one, with the role that the claim says.
         */
        get: operations["endOidc"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    verificationState: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The state of a verification, or of one of its methods, has changed
         * @description Sent to the `callback_url` of the request or the account, once for each change, in order. Signed, and tried again,
         *     like a status of a message.
         */
        post: operations["verificationStateCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    inboundText: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Somebody sent a text to one of your senders
         * @description Sent to the `inbound_url` of the account, once for each text. What one person sends arrives in order. Signed, and
         *     tried again, like a status of a message. `action` says what a text means that is a keyword alone.
         */
        post: operations["inboundTextCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    inboundRcs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Somebody wrote to your RBM agent, pressed a button, or sent a file or a place
         * @description As for a text. `original_reference_id` is the newest message to that number with a button of this payload.
         */
        post: operations["inboundRcsCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    relayedText: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A text was relayed in a masked session
         * @description Sent to the `callback_url` of the session, else to that of the account, once for each relayed text; whether it
         *     arrived shows in the interactions. Signed, and tried again, like a status of a message.
         */
        post: operations["relayedTextCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    sessionEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Something happened to a masked session
         * @description For accounts with `session_events`. Signed, and tried again, like a status of a message.
         */
        post: operations["sessionEventCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    messageStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A status of a message or of one of its channels changed
         * @description Sent to the `callback_url` of the request, else to that of the account, once for each event that changed a status.
         *     Callbacks of one message arrive in order. An account may choose GET instead of POST, with the same body.
         *
         *     Signed twice. `Authorization` and `X-TS-Authorization` hold base64(HMAC-SHA256(base64-decoded API key, body)) with
         *     the account's newest key unless another is chosen. `webhook-id`, `webhook-timestamp` and `webhook-signature` follow
         *     Standard Webhooks with the account's `whsec_` secrets, and `webhook-id` is the same on every retry.
         *
         *     Any 2xx within 15 s is success. Redirects are not followed. Otherwise it is sent again after 10 s, 30 s, 2 min,
         *     10 min, 1 h, 3 h, 6 h, then every 12 h up to 5 days; `Retry-After` is honoured, 410 gives up.
         */
        post: operations["messageStatusCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    codeTextStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A text with a code was given to its carrier, or has ended
         * @description Posted to the `callback_url` of the request or of the account, signed like every callback. The code stands in none of them.
         */
        post: operations["codeTextStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    callStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A verification call was dialled, or has ended
         * @description Posted to the `callback_url` of the request or of the account, signed like every callback. The code stands in none of them.
         */
        post: operations["callStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    textStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A text was given to its carrier, or has ended
         * @description Posted to the `callback_url` of the request or of the account, signed like every callback. What the text says stands in none of them.
         */
        post: operations["textStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        MessagePage: {
            messages: components["schemas"]["MessageStatus"][];
            /** @description Go on with it as `after`; null: this was the last page. */
            next: string | null;
        };
        TextPage: {
            texts: components["schemas"]["TextStatus"][];
            /** @description Go on with it as `after`; null: this was the last page. */
            next: string | null;
        };
        CodePage: {
            verifications: (components["schemas"]["VerificationStatus"] | components["schemas"]["CodeTextStatus"])[];
            /** @description Go on with it as `after`; null: this was the last page. */
            next: string | null;
        };
        VerificationPage: {
            verifications: components["schemas"]["VerificationProcess"][];
            /** @description Go on with it as `after`; null: this was the last page. */
            next: string | null;
        };
        SessionPage: {
            sessions: components["schemas"]["Session"][];
            /** @description Go on with it as `after`; null: this was the last page. */
            next: string | null;
        };
        LookUpPage: {
            look_ups: components["schemas"]["OwnLookUp"][];
            /** @description Go on with it as `after`; null: this was the last page. */
            next: string | null;
        };
        OwnLookUp: {
            reference_id: string;
            external_id: string | null;
            /** @description Masked unless `full` asks for it; null: it has been erased. */
            phone_number: string | null;
            /** @description The add-ons. */
            asked: string[];
            /** Format: date-time */
            created_on: string;
            /** @description As it was given, without what is personal unless `full` asks for it; null: it has been erased. */
            answer: Record<string, never> | null;
        };
        OperatorLookUpList: {
            look_ups: {
                reference_id: string;
                customer_id: string;
                external_id: string | null;
                number: string;
                status: number;
                add_ons: {
                    add_on: string;
                    code: number;
                    source: string | null;
                }[];
                /** Format: date-time */
                created_on: string;
            }[];
            next: string | null;
        };
        OperatorCallList: {
            calls: {
                reference_id: string;
                customer_id: string;
                external_id: string | null;
                recipient: string;
                status: {
                    code: number;
                    description: string;
                };
                /** Format: date-time */
                created_on: string;
                /** Format: date-time */
                final_on: string | null;
                /** Format: date-time */
                completed_on: string | null;
                wrong_codes: number;
            }[];
            next: string | null;
        };
        OperatorMaskingSessionList: {
            sessions: components["schemas"]["OperatorMaskingSessionSummary"][];
            next: string | null;
        };
        OperatorMaskingSessionSummary: {
            session_id: string;
            customer_id: string;
            external_id: string | null;
            /** @enum {string} */
            state: "open" | "in_progress" | "stopped" | "expired" | "closed";
            number_1: string;
            number_2: string;
            /** @description Stands for number 1; party 2 texts it. */
            masked_1: string;
            /** @description Stands for number 2; party 1 texts it. */
            masked_2: string;
            texts: {
                from_1: number;
                from_2: number;
                refused: number;
            };
            /** Format: date-time */
            opened_on: string;
            /** Format: date-time */
            ends_on: string;
            /** Format: date-time */
            over_on: string | null;
        };
        OperatorMaskingSession: components["schemas"]["OperatorMaskingSessionSummary"] & {
            /** @description At least one mask is of another country than the number that it stands for. */
            is_abroad: boolean;
            /** @description The parties that have said STOP. */
            stopped_by: (1 | 2)[];
            validity: {
                amount: number;
                /** @enum {string} */
                unit: "seconds" | "minutes" | "hours" | "days";
            };
            callback_url: string | null;
        };
        OperatorInteractionList: {
            interactions: {
                id: string;
                /**
                 * @description Which party wrote.
                 * @enum {integer}
                 */
                from: 1 | 2;
                /** Format: date-time */
                received_on: string;
                /** @enum {string} */
                result: "relayed" | "stop" | "start" | "help" | "over" | "stopped" | "blocked" | "too_many";
                /** @description Which of the texts of the settings was said back. */
                reply: string | null;
                /** @description What was written was relayed and has not been removed. */
                is_text_kept: boolean;
                /** @description Null without `full`. */
                text: string | null;
                /** @description What became of what was relayed. */
                delivery: {
                    reference_id: string;
                    status: {
                        code: number;
                        description: string;
                    };
                    /** Format: date-time */
                    updated_on: string;
                } | null;
            }[];
            next: string | null;
        };
        OperatorVerificationList: {
            verifications: components["schemas"]["OperatorVerification"][];
            next: string | null;
        };
        OperatorVerification: {
            reference_id: string;
            customer_id: string;
            external_id: string | null;
            recipient: string;
            state: string;
            methods: {
                method: string;
                state: string;
                code: number | null;
            }[];
            wrong_codes: number;
            /** Format: date-time */
            created_on: string;
            /** Format: date-time */
            updated_on: string;
            /** Format: date-time */
            ends_on: string;
            /** Format: date-time */
            final_on: string | null;
        };
        OperatorVerificationShown: {
            reference_id: string;
            customer_id: string;
            external_id: string | null;
            recipient: string;
            state: string;
            wrong_codes: number;
            /** Format: date-time */
            created_on: string;
            /** Format: date-time */
            updated_on: string;
            /** Format: date-time */
            ends_on: string;
            /** Format: date-time */
            final_on: string | null;
            methods: {
                method: string;
                state: string;
                /** @description Null until it was tried. */
                code: number | null;
                description: string | null;
                /** @description From its beginning to that of the next one. */
                fallback_ms: number;
                /** Format: date-time */
                tried_on: string | null;
                /** Format: date-time */
                updated_on: string | null;
                /** @description What it was sent as; null: it was not tried, or the record is gone. */
                message: {
                    reference_id: string;
                    status: {
                        code: number;
                        description: string;
                    };
                    /** Format: date-time */
                    final_on: string | null;
                } | null;
            }[];
            /**
             * Format: date-time
             * @description When its caller wants its first method to begin.
             */
            send_at: string | null;
            template: string | null;
            /** @description In which its code is said. */
            language: string;
            callback_url: string | null;
            callbacks: components["schemas"]["OperatorCallback"][];
        };
        OperatorSettings: {
            /** @description Where callbacks go when a request names no callback_url. */
            callback_url?: string | null;
            /**
             * @description Default POST.
             * @enum {string|null}
             */
            callback_method?: "POST" | "GET" | null;
            /** @description The key that signs callbacks. Default the newest. */
            callback_key_id?: string | null;
            /**
             * @description Unit of fallback_time. Default seconds.
             * @enum {string|null}
             */
            fallback_time_unit?: "seconds" | "milliseconds" | null;
            /**
             * @description Unit of validity_period of masked sessions. Default hours.
             * @enum {string|null}
             */
            session_unit?: "seconds" | "minutes" | "hours" | "days" | null;
            /** @description Callbacks for what happens to masked sessions, besides relayed texts. Default false. */
            session_events?: boolean | null;
            masking_texts?: {
                stopped?: string | null;
                started?: string | null;
                help?: string | null;
                unavailable?: string | null;
                unknown?: string | null;
            } | null;
            /** @description Refuse numbers that are possible but not valid by numbering plans of today. Default false. */
            strict_numbers?: boolean | null;
            /** @description ISO 3166 alpha-2; ["*"]: all. A new account names them, unless the gateway has a default (limits.allowed_countries). */
            allowed_countries?: string[] | null;
            /** @description Kinds of numbers that may be reached besides ordinary ones. Default none. */
            allowed_number_kinds?: ("premium" | "shared_cost" | "personal" | "satellite")[] | null;
            /** @description Messages and calls to one number; here and below 0 is no limit. */
            per_number_per_minute?: number | null;
            per_number_per_day?: number | null;
            /** @description Seconds that the next code to a number waits after the first, the second … one in a row; each at least as many as before it. Empty: no pauses. */
            code_pauses_s?: number[] | null;
            /** @description Digits of a code that is made. Default 5. */
            code_digits?: number | null;
            /** @description How long a code in a text is valid. Default 10. */
            code_minutes?: number | null;
            /** @description Templates of codes may have 1600 characters in place of 160. Default false. */
            long_code_texts?: boolean | null;
            /** @description The highest risk_indicator with which sim_swap_check lets a code be sent. Default 2: no swap within 72 hours. */
            sim_swap_max_risk?: number | null;
            /** @description Messages and calls to numbers that differ in their last four digits. */
            per_prefix_per_hour?: number | null;
            /** @description Messages and calls to one country. */
            per_country_per_hour?: number | null;
            /** @description Messages, calls and look-ups about people for one originating_ip. */
            per_end_user_per_hour?: number | null;
            /** @description Look-ups about the person behind one number. */
            people_look_ups_per_number_per_hour?: number | null;
            /** @description Budget of a day in UTC; never exceeded over all nodes. */
            texts_per_day?: number | null;
            calls_per_day?: number | null;
            people_look_ups_per_day?: number | null;
            /** @description Whether calls may press keys after the answer (extension_template). Default false. */
            extension_keys?: boolean | null;
            requests_per_second?: {
                omnichannel?: number | null;
                messaging?: number | null;
                phoneid?: number | null;
                anonymous?: number | null;
                verify?: number | null;
            } | null;
            /** @description Accept the requests of some SDKs whose signature leaves out the body. Default false. */
            accept_unsigned_bodies?: boolean | null;
            /** @description Refuse signed requests without x-ts-nonce. Default false. */
            require_nonce?: boolean | null;
            /** @description Blocks also stop OTP and ARN. Default false. */
            opt_out_stops_all?: boolean | null;
            quiet_hours?: components["schemas"]["QuietHours"];
            /** @description Messages go past RCS where it is known that the recipient cannot be sent them on it. Default false. */
            skip_rcs_by_capability?: boolean | null;
            /** @description Phone ID says whether the number is blocked. Default false. */
            blocklisting?: boolean | null;
            /** @description Years that age_verify asks about. Default 18. */
            age_threshold?: number | null;
            /** @description Uses of an add-on in a calendar month (UTC), by its key. */
            addon_caps?: {
                [key: string]: number | null;
            } | null;
            /** @description Where what people send to the account is told. Default nowhere. */
            inbound_url?: string | null;
            /**
             * @description Default POST.
             * @enum {string|null}
             */
            inbound_method?: "POST" | "GET" | null;
            /** @description Words of the account beside those of the gateway. */
            opt_out_words?: {
                stop?: string[] | null;
                start?: string[] | null;
                help?: string[] | null;
            } | null;
            /** @description Words and texts by language (ISO 639). Words and texts of an account have at most 262,144 characters in all, as JSON. */
            opt_out_languages?: {
                [key: string]: {
                    stop_words?: string[] | null;
                    start_words?: string[] | null;
                    help_words?: string[] | null;
                    stopped?: string | null;
                    started?: string | null;
                    help?: string | null;
                } | null;
            } | null;
            opt_out_texts?: {
                stopped?: string | null;
                started?: string | null;
                help?: string | null;
            } | null;
            /** @description Days that texts and records are kept; 0 keeps a text as long as its record, a record for ever. */
            retention?: {
                texts_days?: number | null;
                records_days?: number | null;
                relayed_texts_days?: number | null;
            } | null;
        };
        /** @description When recipients get no MKT, in their own time zone; it waits for the end. Default at no time. */
        QuietHours: {
            /** @example 21:00 */
            from?: string | null;
            /**
             * @description Not the same as from; earlier than that is on the next day.
             * @example 08:00
             */
            to?: string | null;
            /** @description On which they begin. Default all. */
            days?: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[] | null;
            /**
             * @description By its IANA name: counts for numbers that may be in several zones, or in none that is known. Default: for the first, quiet as long as any of them has it; for the second UTC.
             * @example Europe/Berlin
             */
            time_zone?: string | null;
        } | null;
        OperatorAccount: {
            customer_id: string;
            name: string;
            /** @enum {string} */
            kind: "full_service" | "trial";
            /** @enum {string} */
            state: "active" | "suspended";
            products: ("rcs" | "masking" | "voice")[];
            addons: string[];
            settings: components["schemas"]["OperatorSettings"];
            /** @description Rises with every change. */
            version: number;
            /** Format: date-time */
            created_on: string;
            /** Format: date-time */
            updated_on: string;
        };
        OperatorWholeAccount: components["schemas"]["OperatorAccount"] & {
            keys: components["schemas"]["OperatorKey"][];
            senders: components["schemas"]["OperatorSender"][];
            verified_numbers: string[];
            /** @description What an operator should know of its senders. */
            notes: string[];
        };
        OperatorCreatedAccount: components["schemas"]["OperatorWholeAccount"] & {
            /** @description Shown this once. Absent when it was brought along. */
            api_key?: string;
        };
        OperatorTemplate: {
            name: string;
            /** @enum {string} */
            channel: "rcs" | "sms" | "voice";
            type: string;
            category: string | null;
            language: string | null;
            /** @description The names of its places for values. */
            mandatory_parameters: string[];
            /** @description As the account gave it; null unless it was asked for in full. */
            content: Record<string, never>[] | null;
            /** Format: date-time */
            created_on: string;
        };
        OperatorTemplateList: {
            templates: components["schemas"]["OperatorTemplate"][];
        };
        OperatorAccountList: {
            accounts: components["schemas"]["OperatorAccount"][];
            next: string | null;
        };
        OperatorAccountChange: {
            name?: string;
            /** @enum {string} */
            kind?: "full_service" | "trial";
            products?: ("rcs" | "masking" | "voice")[];
            addons?: components["schemas"]["OperatorAddOn"][];
            settings?: components["schemas"]["OperatorSettings"];
        };
        OperatorNewAccount: {
            name: string;
            /** @enum {string} */
            kind?: "full_service" | "trial";
            products?: ("rcs" | "masking" | "voice")[];
            addons?: components["schemas"]["OperatorAddOn"][];
            settings?: components["schemas"]["OperatorSettings"];
            /** @description Absent, one is made. */
            customer_id?: string;
            senders?: components["schemas"]["OperatorNewSender"][];
            verified_numbers?: string[];
            /** @description Plain base64 of 16 to 128 bytes. Absent, one is made. */
            api_key?: string;
        };
        OperatorNewSender: {
            sender: string;
            /** @description Countries (ISO 3166 alpha-2) whose default it is; * for all others. */
            default_for?: string[];
            /** @description Whether other accounts may have it, too; absent: as it was decided before, no in the beginning. */
            shared?: boolean;
        };
        OperatorSenderChange: {
            /** @description Countries (ISO 3166 alpha-2) whose default it is; * for all others. */
            default_for?: string[];
            /** @description Whether other accounts may have it, too; absent: as it was decided before, no in the beginning. */
            shared?: boolean;
        };
        OperatorSender: {
            sender: string;
            /** @description Countries (ISO 3166 alpha-2) whose default it is; * for all others. */
            default_for: string[];
            /** @description Other accounts have it, too. */
            shared: boolean;
        };
        OperatorRemovedSender: {
            sender: string;
            /** @constant */
            removed: true;
        };
        OperatorVerifiedNumber: {
            number: string;
            /** @constant */
            removed?: true;
        };
        OperatorKey: {
            /** Format: uuid */
            id: string;
            hint: string;
            /** Format: date-time */
            created_on: string;
            /** Format: date-time */
            revoked_on: string | null;
        };
        OperatorCreatedKey: components["schemas"]["OperatorKey"] & {
            /** @description Shown this once. Absent when it was brought along. */
            api_key?: string;
        };
        OperatorNewKey: {
            /** @description Plain base64 of 16 to 128 bytes. Absent, one is made. */
            api_key?: string;
        };
        OperatorKeyList: {
            keys: components["schemas"]["OperatorKey"][];
        };
        OperatorCallbackSecrets: {
            secrets: {
                id: string;
                /** @description Null unless `full` asks for it. */
                secret: string | null;
                /** Format: date-time */
                created_on: string;
                /**
                 * Format: date-time
                 * @description Null on the newest.
                 */
                expires_on: string | null;
            }[];
        };
        OperatorMessageSummary: {
            reference_id: string;
            customer_id: string;
            external_id: string | null;
            /** @enum {string} */
            kind: "omnichannel" | "relay" | "reply" | "call" | "text" | "code_text" | "verification";
            /** @enum {string} */
            message_type: "OTP" | "ARN" | "MKT";
            recipient: string;
            status: {
                code: number;
                description: string;
            };
            /** @enum {string} */
            last_channel: "rcs" | "sms" | "voice";
            /** @description How often it was sent again although it may have arrived. */
            possible_doubles: number;
            /** Format: date-time */
            created_on: string;
            /** Format: date-time */
            updated_on: string;
            /** Format: date-time */
            final_on: string | null;
            /**
             * Format: date-time
             * @description When it next needs attention.
             */
            due_on: string | null;
            /** @description The carrier whose room it waits for. */
            waits_for: string | null;
            /** @description The node that works on it. */
            node: string | null;
            /**
             * Format: date-time
             * @description When what it says was removed, by retention or an erasure; null while it is kept.
             */
            texts_removed_on: string | null;
        };
        OperatorCall: {
            reference_id: string;
            customer_id: string;
            external_id: string | null;
            /** @description Masked unless `full` asks for it. */
            recipient: string;
            status: {
                code: components["schemas"]["CallStatusCode"];
                description: string;
            };
            /** Format: date-time */
            created_on: string;
            /** Format: date-time */
            final_on: string | null;
            /**
             * Format: date-time
             * @description When the account said that it was completed.
             */
            completed_on: string | null;
            /** @description Codes that were checked and were not the right one. */
            wrong_codes: number;
            carrier: string | null;
            tries: number;
            reason: string | null;
            /** @description What became of it on the line; null until it is over. */
            line: {
                /** @description completed, busy, no_answer, unavailable, declined, blocked, wrong_number, media_mismatch, cancelled, trunk_refused, unreachable, no_room, no_route or failed. */
                cause?: string;
                /** @enum {string} */
                by?: "us" | "peer" | "network";
                trunk?: string | null;
                sip_status?: number | null;
                q850?: number | null;
                reason?: string;
                /** Format: date-time */
                dialled_on?: string | null;
                /** Format: date-time */
                rang_on?: string | null;
                /** Format: date-time */
                answered_on?: string | null;
                /** Format: date-time */
                ended_on?: string;
                /** @enum {string|null} */
                codec?: "PCMU" | "PCMA" | null;
                times_said?: number;
                keys?: string;
            } | null;
            trace: {
                /** Format: date-time */
                at: string;
                /** @enum {string} */
                direction: "sent" | "received";
                trunk: string;
                /** @enum {string} */
                transport: "udp" | "tcp" | "tls";
                peer: string;
                /** @description The message, credentials masked. */
                text: string;
            }[];
        };
        OperatorMessage: components["schemas"]["OperatorMessageSummary"] & {
            /** @description The batch that it is of. */
            batch: string | null;
            /** @description The verification of which it is an attempt. */
            verification: string | null;
            /** @description The masked session in which it was relayed, or in which somebody was answered. */
            masking_session: string | null;
            /**
             * Format: date-time
             * @description When its caller wanted it sent.
             */
            send_at: string | null;
            callback_url: string | null;
            attempts: components["schemas"]["OperatorAttempt"][];
            callbacks: components["schemas"]["OperatorCallback"][];
        };
        OperatorFound: {
            found: {
                /** @enum {string} */
                kind: "message" | "verification" | "masking_session" | "look_up" | "batch" | "callback" | "inbound_text" | "import" | "erasure" | "account";
                /** @description As the path of its own operation takes it. */
                id: string;
                customer_id: string | null;
                /** Format: date-time */
                created_on: string;
                /**
                 * @description Whose id was asked for: its own, that of one of its channels, that of what came in and was relayed, or that of a carrier.
                 * @enum {string}
                 */
                by: "own_id" | "channel" | "input" | "carrier_id";
                /** @description Which carrier gave out the id. */
                carrier: string | null;
            }[];
        };
        OperatorMessageContents: {
            reference_id: string;
            /**
             * Format: date-time
             * @description When it was removed, by retention or an erasure; null while it is kept.
             */
            texts_removed_on: string | null;
            contents: {
                /** @enum {string} */
                channel: "rcs" | "sms" | "voice";
                sender: string | null;
                /** @enum {string} */
                type: "sms_text" | "rcs_text" | "rcs_file" | "rcs_dial_card" | "rcs_card" | "rcs_carousel" | "voice_prompt";
                /** @description Of its text; null where it has none. */
                characters: number | null;
                buttons: number;
                /** @description Null: it was not asked for, or has been removed. */
                content: {
                    [key: string]: unknown;
                } | null;
            }[];
        };
        OperatorMessageList: {
            messages: components["schemas"]["OperatorMessageSummary"][];
            next: string | null;
        };
        OperatorAttempt: {
            n: number;
            reference_id: string;
            /** @enum {string} */
            channel: "rcs" | "sms" | "voice";
            sender: string | null;
            carrier: string | null;
            carriers_tried: string[];
            /** @enum {string} */
            state: "ready" | "sending" | "submitted" | "withdrawing" | "awaiting" | "done";
            status: {
                code: number;
                description: string;
            };
            /** @description The words of the carrier. */
            reason: string | null;
            tries: number;
            temporary_failures: number;
            /** Format: date-time */
            handed_over_on: string | null;
            /** Format: date-time */
            deadline_on: string | null;
            /** Format: date-time */
            retry_on: string | null;
            /** Format: date-time */
            updated_on: string;
            parts: {
                n: number;
                /** @enum {string} */
                state: "unsent" | "sending" | "accepted" | "unknown" | "refused" | "delivered" | "failed";
                remote_id: string | null;
                in_doubt: boolean;
            }[];
        };
        OperatorCallback: {
            customer_id: string;
        } & components["schemas"]["CallbackFields"];
        OperatorCallbackShown: {
            customer_id: string;
        } & (components["schemas"]["CallbackFields"] & components["schemas"]["CallbackSent"]);
        SandboxReceiver: {
            name: string;
            /** @description Of all requests that came. */
            count: number;
            /** Format: date-time */
            last_on: string | null;
            /** @description The status that it answers with. */
            answers: number;
        };
        SandboxReceivedRequest: {
            /** @description From 1; each receiver counts its own. */
            n: number;
            /** Format: date-time */
            received_on: string;
            /** @enum {string} */
            method: "POST" | "GET";
            /** @description As they were written. */
            headers: {
                [key: string]: string;
            };
            body: string | null;
            /** @description The status that it was answered with. */
            answered: number;
        };
        OperatorReceiver: {
            /** @description Where callbacks find it. */
            url: string;
        } & components["schemas"]["SandboxReceiver"];
        OperatorReceiverList: {
            receivers: components["schemas"]["OperatorReceiver"][];
        };
        OperatorReceivedRequest: {
            /**
             * @description right: as this gateway signs it with the keys of now; wrong: another body, or other keys; absent: it has none; unknown: it names no account that signs.
             * @enum {string}
             */
            signature: "right" | "wrong" | "absent" | "unknown";
        } & components["schemas"]["SandboxReceivedRequest"];
        OperatorReceivedList: {
            requests: components["schemas"]["OperatorReceivedRequest"][];
        };
        RedeliveryCounted: {
            /** @description How many fit. */
            count: number;
            /**
             * Format: uuid
             * @description The order; null where nothing is sent.
             */
            redelivery: string | null;
        };
        OperatorCallbackList: {
            callbacks: components["schemas"]["OperatorCallback"][];
            next: string | null;
        };
        OperatorRedelivery: {
            id: string;
            /** @constant */
            state: "pending";
        };
        OperatorCarrier: {
            name: string;
            /** @enum {string} */
            channel: "rcs" | "sms" | "voice";
            simulated: boolean;
            /** @enum {string} */
            state: "up" | "down" | "draining";
            up_on: string[] | null;
            seats: components["schemas"]["OperatorSeat"][] | null;
            details: {
                [key: string]: string | number | boolean | null;
            };
        };
        OperatorSeat: {
            seat: number;
            /** @description Null while nobody holds it. */
            node: string | null;
            /** Format: date-time */
            since: string | null;
        };
        OperatorCarrierList: {
            carriers: components["schemas"]["OperatorCarrier"][];
        };
        OperatorEndpoint: {
            /** @description Scheme, host and port. */
            endpoint: string;
            customer_id: string;
            /** @description Callbacks of the account that wait there, of those that were looked at. */
            pending: number;
            /** @description There may be more. */
            more: boolean;
            /** @description Those that were tried in vain. */
            failing: number;
            /**
             * Format: date-time
             * @description When the oldest of them was owed.
             */
            oldest_on: string;
            /** Format: date-time */
            next_try_on: string;
            most_tries: number;
            /** @description Of the one that was tried most often; null where there was no answer. */
            last_status: number | null;
            last_error: string | null;
        };
        OperatorEndpointList: {
            endpoints: components["schemas"]["OperatorEndpoint"][];
            next: string | null;
        };
        OperatorTraffic: {
            /**
             * Format: date-time
             * @description Where the first step begins.
             */
            from: string;
            /** Format: date-time */
            to: string;
            /** @enum {integer} */
            step_seconds: 60 | 3600;
            /** @description Messages, texts and calls that were accepted. */
            taken: number;
            /** @description Those that became final. */
            finished: number;
            /** @description Those that were delivered. */
            delivered: number;
            /** @description Tries of callbacks that their receivers took. */
            callbacks_delivered: number;
            /** @description Tries that they did not take. */
            callbacks_failed: number;
            /** @description Callbacks that are tried no more. */
            callbacks_given_up: number;
            /** @description By final code, the most frequent first. */
            codes: components["schemas"]["OperatorCodeCount"][];
            /** @description Step by step, those as well in which nothing happened. */
            points: {
                /** Format: date-time */
                at: string;
                taken: number;
                finished: number;
                delivered: number;
            }[];
            /** @description Those of which there are figures, by name. */
            carriers: components["schemas"]["OperatorCarrierTraffic"][];
        };
        OperatorCodeCount: {
            code: number;
            description: string;
            count: number;
        };
        OperatorCarrierTraffic: {
            name: string;
            /** @description Times that a message was handed over, those that were handed over again among them. */
            handed_over: number;
            /** @description Channels of messages that came to an end at this carrier. */
            ended: number;
            delivered: number;
            /** @description What the carrier said to parts, the most frequent first. `not_sent`: the part never left. */
            answers: {
                /** @enum {string} */
                answer: "accepted" | "not_reachable" | "refused" | "busy" | "temporary" | "unreachable" | "unknown" | "not_sent";
                /** @description In the words of the carrier, without numbers; null where it gave none, or too many. */
                reason: string | null;
                count: number;
            }[];
            /** @description How channels of messages ended, by code and the words of the carrier, the most frequent first. */
            ends: {
                code: number;
                description: string;
                reason: string | null;
                count: number;
            }[];
            /** @description Receipts that said delivered. */
            receipts: number;
            /** @description From the first hand-over to such a receipt: half of them took at most so long. Taken from counts in steps. */
            receipt_p50_ms: number | null;
            /** @description 99 of 100 took at most so long. */
            receipt_p99_ms: number | null;
            points: {
                /** Format: date-time */
                at: string;
                handed_over: number;
                /** @description Parts that the carrier took. */
                accepted: number;
                /** @description Parts that it did not take. */
                not_accepted: number;
                delivered: number;
            }[];
        };
        OperatorBacklog: {
            carriers: components["schemas"]["OperatorCarrierBacklog"][];
            /**
             * Format: date-time
             * @description Since when a message has been due that no node has taken up; null where none is.
             */
            overdue_since: string | null;
        };
        OperatorCarrierBacklog: {
            carrier: string;
            /** @description Messages that wait for room at it. */
            waiting: number;
            /** @description There may be more; so many were counted. */
            more: boolean;
            /**
             * Format: date-time
             * @description When the oldest of them was accepted.
             */
            oldest_on: string | null;
            /** @description The most urgent first. */
            by_type: {
                /** @enum {string} */
                message_type: "OTP" | "ARN" | "MKT";
                waiting: number;
                /** Format: date-time */
                oldest_on: string;
            }[];
            /** @description Parts without an answer on all nodes, when these last gave a sign of life; null where that cannot be said. */
            in_hand: number | null;
            /** @description How many may be so at once. */
            room: number | null;
            /** @description What all nodes together may submit; null where there is no limit, or none that is known. */
            allowed_per_second: number | null;
            /** @description Parts that were submitted, in the last two minutes. */
            parts_per_second: number;
            /** @description Messages, in the last two minutes. */
            handed_over_per_second: number;
            /** @description Until what waits now will have been handed over; null where nothing waits, nothing is handed over, or too much was there to be counted. */
            gone_in_seconds: number | null;
        };
        OperatorBlock: {
            recipient: string;
            customer_id?: string;
            sender?: string;
        };
        OperatorAddedBlock: {
            recipient: string;
            customer_id: string | null;
            sender: string | null;
            stood_already: boolean;
        };
        OperatorLiftedBlock: {
            recipient: string;
            customer_id: string | null;
            sender: string | null;
            /** @constant */
            lifted: true;
        };
        OperatorOptOut: {
            recipient: string;
            customer_id: string | null;
            sender: string | null;
            /** @description Who asked for it. */
            source: string;
            /** Format: date-time */
            created_on: string;
        };
        OperatorImportedNumbers: {
            /** @description Into whose pool; null for the shared one. */
            customer_id: string | null;
            added: number;
            changed: number;
            unchanged: number;
        };
        OperatorNumber: {
            number: string;
            /** @description Whose pool it stands in; null for the shared one. */
            customer_id: string | null;
            /** @description ISO 3166 alpha-2. */
            country: string;
            /** @description Which carrier takes what leaves from it; null for the routes. */
            carrier: string | null;
            /** @enum {string} */
            state: "active" | "retired";
            /** Format: date-time */
            added_on: string;
            /** Format: date-time */
            retired_on: string | null;
        };
        OperatorNumberList: {
            numbers: components["schemas"]["OperatorNumber"][];
            next: string | null;
        };
        OperatorForecast: {
            pools: {
                /** @description Whose pool; null for the shared one. */
                customer_id: string | null;
                /** @description ISO 3166 alpha-2. */
                country: string;
                /** @description Masking numbers that are given to new sessions: so many seats each party has. */
                numbers: number;
                retired: number;
                /** @description Parties that hold any of these seats. */
                parties: number;
                /** @description Seats of open sessions. */
                live: number;
                /** @description Seats whose session is over and that are given to nobody else for a while. */
                resting: number;
                /** @description What these parties together have left. */
                free: number;
                /** @description What the fullest of them has left. */
                least_free: number;
                /** @description Of the seats of the fullest party, how much is taken. */
                fullest_percent: number;
            }[];
            /** @description The fullest first. */
            busiest: {
                /** @description Masked unless asked for in full. */
                party: string;
                /** @description Of whose pool the seats are. */
                customer_id: string | null;
                country: string;
                live: number;
                resting: number;
                free: number;
            }[];
        };
        OperatorMaskingBlock: {
            /** @description Masked unless asked for in full; for one that was erased its alias. */
            number: string;
            /** @description Null stands for every account. */
            customer_id: string | null;
            /** Format: date-time */
            created_on: string;
        };
        OperatorMaskingBlockList: {
            masking_blocks: components["schemas"]["OperatorMaskingBlock"][];
            next: string | null;
        };
        OperatorLiftedMaskingBlock: {
            number: string;
            customer_id: string | null;
            lifted: boolean;
        };
        OperatorOptOutList: {
            opt_outs: components["schemas"]["OperatorOptOut"][];
            next: string | null;
        };
        OperatorAddress: {
            ton: number | null;
            npi: number | null;
            as_came: string;
            /**
             * @description unreadable: digits of which no number could be made; they match nothing.
             * @enum {string}
             */
            kind: "number" | "short_code" | "word" | "unreadable";
            number: string | null;
            /** @description ISO 3166 alpha-2. */
            country: string | null;
            /** Format: date-time */
            last_on?: string;
        };
        OperatorReceipt: {
            id: string;
            carrier: string;
            kind: string;
            /** Format: date-time */
            received_on: string;
            tries: number;
            result: string;
            /** Format: date-time */
            next_try_on: string | null;
            report: {
                /** @description The addresses as the carrier wrote them, where something else was made of them. */
                as_came: {
                    source?: string;
                    destination?: string;
                } | null;
                state: string;
                /** @description What it would match by, one is enough. From an SMSC: `r:` and the id as it is written, `n:` and its value in decimal. */
                remote_ids: string[];
                to: string | null;
                from: string | null;
                reason: string | null;
            } | null;
            /** @description A hint. The one message of another carrier that has this id and recipient; null when there is none, or more than one. */
            fits: {
                carrier: string;
                reference_id: string;
                todo: string;
            } | null;
        };
        OperatorReceiptList: {
            receipts: components["schemas"]["OperatorReceipt"][];
            next: string | null;
        };
        OperatorText: {
            id: string;
            carrier: string;
            /** @enum {string} */
            channel: "rcs" | "sms" | "voice";
            /** @enum {string} */
            kind: "text" | "tap" | "file" | "location";
            customer_id: string | null;
            from: string;
            to: string;
            /** @enum {string} */
            meaning: "stop" | "start" | "help" | "other" | "incomplete";
            characters: number;
            /** @description Empty when it has been removed. */
            text?: string;
            /** Format: date-time */
            received_on: string;
            /**
             * Format: date-time
             * @description When the text itself was removed, by retention or an erasure; null while it is kept.
             */
            texts_removed_on: string | null;
        };
        OperatorTextShown: {
            id: string;
            carrier: string;
            /** @enum {string} */
            channel: "rcs" | "sms" | "voice";
            /** @enum {string} */
            kind: "text" | "tap" | "file" | "location";
            customer_id: string | null;
            from: string;
            to: string;
            /** @enum {string} */
            meaning: "stop" | "start" | "help" | "other" | "incomplete";
            characters: number;
            /** @description Empty when it has been removed. */
            text?: string;
            /** Format: date-time */
            received_on: string;
            /**
             * Format: date-time
             * @description When the text itself was removed, by retention or an erasure; null while it is kept.
             */
            texts_removed_on: string | null;
            /** @description The word that it consists of, where that has a meaning. */
            keyword: string | null;
            /** @description Of a tap, a file or a location. */
            details: {
                /** @description The message whose button was pressed. */
                pressed: string | null;
                /** @description Only in full. */
                payload: string | null;
                mime_type: string | null;
                size_bytes: number | null;
                /** @description Only in full. */
                uri: string | null;
                /** @description Only in full. */
                latitude: number | null;
                /** @description Only in full. */
                longitude: number | null;
            } | null;
            /** @description What was said back. */
            reply: {
                reference_id: string;
                status: {
                    code: number;
                    description: string;
                };
            } | null;
            /** @description Those that tell of it, for as long as they say what. */
            callbacks: components["schemas"]["OperatorCallback"][];
        };
        OperatorTextList: {
            texts: components["schemas"]["OperatorText"][];
            next: string | null;
        };
        OperatorNode: {
            id: string;
            /**
             * @description silent: it gave no sign for a lease, and the others take over.
             * @enum {string}
             */
            state: "running" | "silent" | "stopped";
            /** @description Null where it does not say. */
            release: string | null;
            starts: number;
            /** Format: date-time */
            started_on: string;
            /** Format: date-time */
            heartbeat_on: string;
            /** Format: date-time */
            stopped_on: string | null;
            can_send_by: string[];
            /** @description What it last said of them; none once it has stopped. */
            carriers: components["schemas"]["OperatorCarrierOfNode"][];
            seats: components["schemas"]["OperatorHeldSeat"][];
        };
        OperatorCarrierOfNode: {
            carrier: string;
            can_send: boolean;
            /** @description It has tried in vain to bind, and leaves the seats to other nodes for some minutes. */
            is_resting: boolean;
            /** @description Parts without an answer. Null where that cannot be said. */
            in_hand: number | null;
            /** @description How many may be so at once. */
            room: number | null;
        };
        OperatorHeldSeat: {
            carrier: string;
            seat: number;
            /** Format: date-time */
            since: string;
        };
        /**
         * @description `breached_number_check` is another name of `breached_data`.
         * @enum {string}
         */
        OperatorAddOn: "age_verify" | "breached_data" | "breached_number_check" | "call_forward_detection" | "contact" | "contact_match" | "contact_plus" | "number_deactivation" | "porting_history" | "porting_status" | "sim_swap" | "subscriber_status";
        OperatorUsageList: {
            usage: components["schemas"]["OperatorUsage"][];
        };
        OperatorUsage: {
            /**
             * Format: date
             * @description In UTC. Here and below to country, only what `by` names.
             */
            day?: string;
            /** @description Null for replies to texts that no account's sender got. */
            customer_id?: string | null;
            /** @enum {string} */
            product?: "anonymous" | "messaging" | "omnichannel" | "phoneid" | "verify";
            /** @description Of Phone ID the add-on; null for look-ups as a whole. */
            channel?: string | null;
            /** @description ISO 3166 alpha-2 of the recipient; null where its code belongs to no country. */
            country?: string | null;
            messages: number;
            parts: number;
            /** @description Of messages; of calls those that were answered. */
            delivered: number;
            /** @description Calls for which a trunk was asked, whatever the callee did. */
            calls: number;
            /** @description Phone ID: look-ups, and with an add-on as channel those on which it was answered. */
            look_ups: number;
            /** @description What the sources of the add-on have cost, in millionths of the currency of their settings. */
            cost_millionths: number;
        };
        OperatorNewErasure: {
            /** @description With country code. */
            number: string;
            /** @description Erase nothing and say what there is. */
            count_only?: boolean;
        };
        OperatorErasureCount: {
            /** @constant */
            state: "counted";
            /** @description What would stand for the number in blocks that go on. */
            alias: string;
            /** @description Rows by kind, as in a receipt; kinds that are found by reading alone are counted by the erasure itself. */
            counted: {
                messages: number;
                look_ups: number;
                consents: number;
                verified_numbers: number;
                opt_outs: number;
                masking_blocks: number;
                seats: number;
                capabilities: number;
                deactivations: number;
                breached_numbers: number;
                contact_records: number;
            };
            /** @description No kind is counted further: so many, or more. */
            counted_up_to: number;
            /** @description Of the messages those that would be finished first. */
            under_way: number;
            /**
             * Format: date-time
             * @description When it was erased last.
             */
            last_asked_on: string | null;
        };
        OperatorErasure: {
            id: string;
            /**
             * @description waiting: something of the number is under way and is finished first.
             * @enum {string}
             */
            state: "running" | "waiting" | "done";
            /** @description What stands for the number in blocks that go on; the same for each erasure of the number. */
            alias: string;
            /** Format: date-time */
            asked_on: string;
            /** Format: date-time */
            done_on: string | null;
            /** @description Rows by kind, so far. */
            erased: {
                /** @description Messages to the number; recipient and texts are gone. */
                messages: number;
                /** @description Callbacks of these whose bodies are gone. */
                callbacks: number;
                /** @description Raw pieces of input whose bytes are gone. */
                inputs: number;
                /** @description Texts from the number; sender and text are gone. */
                inbound_texts: number;
                /** @description Parts of texts that were not complete. */
                inbound_parts: number;
                /** @description Whose callbacks of inbound texts went one after the other. */
                inbound_lines: number;
                /** @description Notes for whom a carrier gave out an id. */
                meetings: number;
                /** @description Kept answers that held the number. */
                idempotency_keys: number;
                verified_numbers: number;
                counters: number;
                /** @description Blocks that go on under the alias. */
                opt_outs: number;
                /** @description Blocks for masking sessions that go on under the alias. */
                masking_blocks: number;
                /** @description Phone ID look-ups of the number; number and answer are gone. */
                look_ups: number;
                /** @description Consents whose number is gone. */
                consents: number;
                /** @description Verification calls to the number; the number and the SIP messages are gone. */
                calls: number;
                /** @description Masked sessions whose number is gone; those that were open are closed. */
                sessions: number;
                /** @description Legs of masked sessions whose number is gone. */
                seats: number;
                /** @description Imported deactivations. */
                deactivations: number;
                /** @description Imported hashes of the number. */
                breached_numbers: number;
                /** @description Imported contact records. */
                contact_records: number;
                /** @description What the journal of Phone ID saw of the number. */
                observations: number;
                /** @description Which of several accounts wrote to the number last. */
                sender_writers: number;
                /** @description What carriers said of the number's device. */
                capabilities: number;
                /** @description Places of the number in lists of numbers to ask about. */
                listed_numbers: number;
                /** @description Places of the number in batches. */
                batch_recipients: number;
                /** @description Verifications of the number, which is gone from them with the code. */
                verifications: number;
            };
            waits_for: {
                /** @description Messages that are under way or owe a callback. */
                messages: number;
                /** @description Pieces of input that have not been dealt with. */
                inputs: number;
            };
        };
        OperatorRights: ("read" | "full" | "accounts" | "operate" | "erase" | "audit" | "admin")[];
        OperatorNewPerson: {
            name: string;
            rights: components["schemas"]["OperatorRights"];
            /** @description A time or a day within three years. Absent: in a year. */
            expires_on?: string;
        };
        OperatorPerson: {
            name: string;
            rights: components["schemas"]["OperatorRights"];
            /** @enum {string} */
            state: "active" | "expired" | "revoked";
            /** Format: date-time */
            created_on: string;
            created_by: string;
            /** Format: date-time */
            expires_on: string;
            /** Format: date-time */
            revoked_on: string | null;
        };
        OperatorMadePerson: components["schemas"]["OperatorPerson"] & {
            /** @description Shown this once. */
            token: string;
        };
        OperatorPersonList: {
            operators: components["schemas"]["OperatorPerson"][];
            next: string | null;
        };
        OperatorActionList: {
            actions: {
                id: string;
                operator: string;
                /** @description Method and pattern of the path. */
                action: string;
                /** @description On what; numbers are masked. `changed`: the names of the fields that were to be changed. */
                target: {
                    [key: string]: string;
                };
                /** Format: date-time */
                done_on: string;
                /** @description How it was answered. */
                status: number | null;
            }[];
            next: string | null;
        };
        /** @description Either `token`, or `user` and `password`. */
        PeopleSignIn: {
            token?: string;
            user?: string;
            password?: string;
            /** @description Six digits of an authenticator, or a recovery code. */
            code?: string;
        };
        /** @enum {string} */
        PeopleRole: "viewer" | "support" | "developer" | "operator" | "admin";
        PeopleSession: {
            /** Format: uuid */
            id: string;
            /** @description The user, or `root`. */
            name: string;
            /** @enum {string} */
            way: "password" | "token" | "link" | "oidc";
            /** @description From where it was begun. */
            address: string;
            /** @description What the browser calls itself. */
            agent: string;
            /** Format: date-time */
            created_on: string;
            /**
             * Format: date-time
             * @description Exact to a minute.
             */
            seen_on: string;
            /**
             * Format: date-time
             * @description At the latest.
             */
            ends_on: string;
        };
        PeopleSessionList: {
            sessions: components["schemas"]["PeopleSession"][];
            next: string | null;
        };
        PeopleWho: {
            name: string;
            /** @description All carriers are simulated. */
            sandbox: boolean;
            /** @enum {string} */
            kind: "root" | "operator" | "user";
            role: components["schemas"]["PeopleRole"] | null;
            rights: string[];
            second_factor: {
                in_use: boolean;
                /** @description It has to be set up before anything else is allowed. */
                is_missing: boolean;
            };
            session: components["schemas"]["PeopleSession"] | null;
        };
        PeopleEnded: {
            /** @description How many sessions. */
            ended: number;
            /** @description Where the provider of identities signs out. */
            location?: string;
        };
        PeopleWays: {
            token: boolean;
            password: boolean;
            oidc: boolean;
            /** @enum {string} */
            second_factor: "optional" | "required";
        };
        PeopleLocation: {
            location: string;
        };
        PeopleNewUser: {
            name: string;
            role: components["schemas"]["PeopleRole"];
            email?: string;
            password?: string;
        };
        PeopleUserChange: {
            role?: components["schemas"]["PeopleRole"];
            email?: string | null;
            password?: string;
            disabled?: boolean;
            /** @description Takes it away. */
            second_factor?: null;
        };
        PeopleUser: {
            name: string;
            email: string | null;
            role: components["schemas"]["PeopleRole"];
            rights: string[];
            /** @enum {string} */
            state: "active" | "disabled" | "removed";
            has_password: boolean;
            /** @description It is in use. */
            second_factor: boolean;
            /** Format: date-time */
            created_on: string;
            created_by: string;
            /** Format: date-time */
            signed_in_on: string | null;
        };
        PeopleUserList: {
            users: components["schemas"]["PeopleUser"][];
            next: string | null;
        };
        PeopleInvite: {
            name: string;
            /** @description Below the address of the gateway. What stands behind # is sent nowhere. */
            path: string;
            /** Format: date-time */
            expires_on: string;
        };
        PeopleTakeInvite: {
            /** @description What stands behind the # of the path. */
            invite: string;
            password: string;
        };
        PeopleInvited: {
            name: string;
        };
        PeopleNewPassword: {
            password: string;
            new_password: string;
        };
        PeopleBeginFactor: {
            password: string;
        };
        PeopleFactorSecret: {
            /** @description Base32. */
            secret: string;
            uri: string;
        };
        PeopleConfirmFactor: {
            code: string;
        };
        PeopleRecoveryCodes: {
            recovery_codes: string[];
        };
        PeopleRemoveFactor: {
            password: string;
            code: string;
        };
        PeopleRemoved: {
            removed: boolean;
        };
        PeopleNewToken: {
            /** @description What it is for. */
            label: string;
            rights: components["schemas"]["OperatorRights"];
            /** @description A time or a day within a year. Absent: in 90 days. */
            expires_on?: string;
        };
        PeopleToken: {
            /** Format: uuid */
            id: string;
            user: string;
            label: string;
            rights: components["schemas"]["OperatorRights"];
            /** @enum {string} */
            state: "active" | "expired" | "revoked";
            /** Format: date-time */
            created_on: string;
            /** Format: date-time */
            expires_on: string;
            /** Format: date-time */
            revoked_on: string | null;
        };
        PeopleMadeToken: components["schemas"]["PeopleToken"] & {
            /** @description Shown this once. */
            token: string;
        };
        PeopleTokenList: {
            tokens: components["schemas"]["PeopleToken"][];
            next: string | null;
        };
        PeopleAuditEntry: {
            /** @description Its place in the log, from 1 on without a gap. */
            seq: number;
            /** Format: date-time */
            at: string;
            /** @description `root`, the name of an operator, `user:` and the name of a user, `unknown`, or `gateway`. */
            actor: string;
            /** @description Method and pattern of the path, or what happened, such as `sign in`. */
            action: string;
            /** @description The account that it was about. */
            account: string | null;
            /** @description On what; numbers are masked. */
            target: {
                [key: string]: string;
            };
            /** @description The entry whose end it tells. */
            of: number | null;
            /** @description How it was answered. */
            status: number | null;
            address: string | null;
            session: string | null;
            /** @description The id of the personal token. */
            token: string | null;
            /** @description The hash of the entry before. */
            previous: string;
            /** @description SHA-256 over the line without this field. */
            hash: string;
        };
        PeopleAuditList: {
            entries: components["schemas"]["PeopleAuditEntry"][];
            next: string | null;
        };
        PeopleAuditShown: {
            entry: components["schemas"]["PeopleAuditEntry"];
            /** @description How it ended; null while it is under way, and of what has no end. */
            end: components["schemas"]["PeopleAuditEntry"] | null;
            /** @description The place of the entry before it; null when there is none any more. */
            before: number | null;
            /** @description The place of the entry after it; null when there is none yet. */
            after: number | null;
        };
        PeopleAuditReport: {
            ok: boolean;
            entries: number;
            last: {
                seq: number;
                /** @description Keep it elsewhere to notice that a whole log was put in the place of this one. */
                hash: string;
            };
            /** @description The first hundred. */
            problems: {
                seq: number;
                text: string;
            }[];
            /** @description The place of the newest entry that has been let go; 0 when none has. */
            begin: number;
            /** @description The place of the last entry. */
            end: number;
            /** @description `after` of the step that follows; null: all of it has been gone over. */
            next: string | null;
        };
        OperatorErasureList: {
            erasures: components["schemas"]["OperatorErasure"][];
            next: string | null;
        };
        OperatorNewImport: {
            /** @enum {string} */
            kind: "breaches" | "contacts" | "deactivations";
            /** @description The name of the set; of deactivations the carrier. */
            set: string;
            /**
             * Format: date
             * @description Of deactivations (needed) their day, of a breach its day.
             */
            date?: string;
            /** @description Of a breach: what became known. */
            data?: string[];
            /** @description What the file is known by, such as a digest of its bytes. Absent: it is a file of its own. */
            file?: string;
            /**
             * @description Of contacts: records of the set that are not in the file stay.
             * @default false
             */
            keep_others: boolean;
        };
        OperatorImportRows: {
            from: number;
            rows: {
                /** @description By which a refusal names it. */
                line?: number;
                /** @description Digits with country code. */
                number?: string;
                /** @description 40 hexadecimal digits. */
                sha1?: string;
                first_name?: string;
                last_name?: string;
                address?: string;
                address2?: string;
                address3?: string;
                address4?: string;
                city?: string;
                state?: string;
                postal_code?: string;
                /** @description ISO 3166 alpha-2. */
                country?: string;
                email?: string;
                /** Format: date */
                date_of_birth?: string;
                /** @enum {string} */
                account_type?: "individual" | "business" | "government" | "other";
                /** @enum {string} */
                account_status?: "active" | "suspended" | "deactivated";
                /** @enum {string} */
                contract_type?: "prepaid" | "postpaid";
                /** @description `true`, `false`, `yes`, `no`, `1`, `0` */
                primary_account_holder?: string;
                /** Format: date */
                account_activation_date?: string;
            }[];
        };
        OperatorImport: {
            id: string;
            /** @enum {string} */
            kind: "breaches" | "contacts" | "deactivations";
            set: string;
            /** Format: date */
            date: string | null;
            /** @enum {string} */
            state: "open" | "whole" | "stopped";
            /** @description Rows that have been dealt with. */
            position: number;
            taken: number;
            refused: number;
            /** @description Of contacts: records that are not in the file. */
            removed: number;
            /** Format: date-time */
            started_on: string;
            /**
             * Format: date-time
             * @description When rows came last.
             */
            changed_on: string;
            /** Format: date-time */
            finished_on: string | null;
            /** Format: date-time */
            stopped_on: string | null;
        };
        OperatorShownImport: components["schemas"]["OperatorImport"] & {
            /** @description Of the first 100 rows that were refused: never what they say. */
            faults: components["schemas"]["OperatorImportFault"][];
        };
        OperatorImportFault: {
            /** @description Its place in the file, from 0. */
            row: number;
            /** @description As the sender counts. */
            line: number | null;
            why: string;
        };
        OperatorStartedImport: components["schemas"]["OperatorImport"] & {
            /** @description The same file was started before. */
            was_there: boolean;
        };
        OperatorAddedRows: components["schemas"]["OperatorImport"] & {
            refused_rows: components["schemas"]["OperatorImportFault"][];
        };
        OperatorImportList: {
            imports: components["schemas"]["OperatorImport"][];
            next: string | null;
        };
        OperatorDataSetList: {
            data_sets: {
                kind: string;
                set: string;
                /**
                 * Format: date
                 * @description Of the first file.
                 */
                first_date: string | null;
                /**
                 * Format: date
                 * @description Of the last file.
                 */
                last_date: string | null;
                /** @description Of a breach: what became known. */
                data: string[];
                /** Format: date-time */
                imported_on: string;
            }[];
        };
        OperatorBatchSummary: {
            reference_id: string;
            customer_id: string;
            external_id: string | null;
            /** @enum {string} */
            state: "in_progress" | "paused" | "cancelling" | "cancelled" | "done";
            /** @enum {string} */
            message_type: "ARN" | "MKT" | "OTP";
            /** Format: date-time */
            send_at: string | null;
            /** Format: date-time */
            created_on: string;
            /** Format: date-time */
            ended_on: string | null;
            /** @description Recipients that were sent in. */
            total: number;
            /** @description Those that have a message or were refused. */
            worked_off: number;
            /**
             * Format: date-time
             * @description When it is taken back unless it goes on before; null: it is not paused.
             */
            pause_ends_on: string | null;
        };
        OperatorBatchList: {
            batches: components["schemas"]["OperatorBatchSummary"][];
            next: string | null;
        };
        OperatorBatchStanding: {
            counts: components["schemas"]["BatchCounts"];
            statuses: components["schemas"]["BatchStatuses"];
        } & components["schemas"]["OperatorBatchSummary"];
        OperatorBatch: {
            counts: components["schemas"]["BatchCounts"];
            statuses: components["schemas"]["BatchStatuses"];
            recipients: components["schemas"]["BatchRecipient"][];
            next: string | null;
        } & components["schemas"]["OperatorBatchSummary"];
        OperatorLookUp: {
            reference_id: string;
            customer_id: string;
            external_id: string | null;
            number: string;
            /** @enum {integer} */
            status: 300 | 301;
            /** Format: date-time */
            created_on: string;
            add_ons: {
                /** @description The key that the caller used. */
                add_on: string;
                code: number;
                /** @description Null when none was asked. */
                source: string | null;
                /**
                 * Format: date-time
                 * @description When the source said it.
                 */
                fetched_at: string | null;
                /** @description How old that was when it was answered. */
                age_ms: number | null;
                took_ms: number;
                /** @description What the sources asked for it have cost together, in the currency of their settings. Absent in look-ups of releases before. */
                cost?: number;
                /** @description Sources that were asked before, and what they said. */
                tried: {
                    source?: string;
                    said?: string;
                }[];
            }[];
            /** @description What the caller was answered. */
            answer: Record<string, never> | null;
        };
        OperatorConsentList: {
            consents: {
                /** @description Of the look-up. */
                reference_id: string;
                /** @description Who asked. */
                customer_id: string;
                number: string;
                method: string;
                /** Format: date-time */
                consented_on: string | null;
                add_ons: string[];
                /** Format: date-time */
                asked_on: string;
            }[];
            next: string | null;
        };
        OperatorSourceList: {
            /** @description The node that answers. */
            node: string;
            /**
             * Format: date-time
             * @description When it began to count.
             */
            since: string;
            /** @description They are made up, because no other is configured. */
            simulated: boolean;
            sources: components["schemas"]["OperatorSource"][];
        };
        OperatorSource: {
            name: string;
            kind: string;
            /**
             * @description `failing`: its last answer was a failure. `resting`: it failed several times and is left alone for a while.
             * @enum {string}
             */
            state: "unasked" | "up" | "failing" | "resting";
            /** Format: date-time */
            rests_until: string | null;
            add_ons: string[];
            /** @description Questions that wait for an answer now. */
            under_way: number;
            max_in_flight: number;
            /** @description 0: no limit. */
            requests_per_second: number;
            request_timeout_ms: number;
            /** @description Of one answer. */
            cost: number;
            /** @description For whom it is asked; empty: for everybody. */
            accounts: string[];
            mccmnc: string[];
            prefixes: string[];
            countries: string[];
            /** @description How long its last 200 answers took. */
            took_ms: {
                p50: number;
                p99: number;
            } | null;
            /** Format: date-time */
            last_answer_on: string | null;
            last_failure: {
                /** Format: date-time */
                on: string;
                /** @enum {string} */
                said: "down" | "unusable" | "timed_out";
                reason: string | null;
            } | null;
            /** @description What it said since the node started, by add-on. */
            said: {
                add_on: string;
                found: number;
                /** @description It had nothing to tell. */
                nothing: number;
                /** @description It does not have the number. */
                not_covered: number;
                failed: number;
                /** @description It was not asked, because it rested or its rate was used up. */
                left_alone: number;
                /** @description Answered from memory. */
                remembered: number;
                cost: number;
            }[];
        };
        OperatorAddonCapPage: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            accounts: {
                customer_id: string;
                name: string;
                addon_caps: {
                    add_on: string;
                    cap: number | null;
                    used: number;
                }[];
            }[];
            next: string | null;
        };
        OperatorAddonCapList: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            addon_caps: {
                add_on: string;
                cap: number;
                used: number;
            }[];
        };
        OperatorAddonCapReset: {
            add_on: string;
            cap: number | null;
            used: number;
            forgotten: number;
        };
        OperatorNodeList: {
            /** @description Which one answers. */
            node: string;
            /** @description A node that gives no sign for so long is silent. */
            lease_seconds: number;
            nodes: components["schemas"]["OperatorNode"][];
        };
        OperatorDiagnosis: {
            /** @description Which one was looked at. */
            node: string;
            checks: components["schemas"]["OperatorCheck"][];
        };
        OperatorReload: {
            /** @description Which one read its settings. */
            node: string;
            /** @description Settings that took effect, by name; of a carrier or source by its own: `carriers.smsc-1`. */
            changed: string[];
            /** @description Settings that differ, and wait for the next start. */
            needs_restart: string[];
        };
        OperatorCheck: {
            /** @example database: connections */
            name: string;
            /** @enum {string} */
            state: "ok" | "warn" | "fail";
            /** @example 12 of 37 in use */
            says: string;
            /** @description What to do about it. Null where there is nothing to do. */
            todo: string | null;
        };
        OperatorReseal: {
            /** @description `next` of the page before. */
            after?: string;
        };
        OperatorResealed: {
            /** @description A name of the key that seals now. It says nothing of the key. */
            master_key: string;
            resealed: number;
            /** @description Values that neither of the keys of this node opens. They stay as they are. */
            unreadable: number;
            next: string | null;
        };
        Refusal: {
            status: {
                code: number;
                description: string;
                /** Format: date-time */
                updated_on: string;
            };
        };
        /**
         * Format: date-time
         * @description When it is sent, at most 35 days ahead; absent: at once. With its zone (RFC 3339). What has passed for at most five minutes goes out at once, anything before that is refused.
         * @example 2027-01-31T09:00:00Z
         */
        SendAt: string;
        /**
         * @description True: everything is checked and decided as if, nothing is stored, sent or counted, and the answer is a plan.
         * @default false
         */
        DryRun: boolean;
        /** @description What the request would do, in place of doing it. docs/dry-run.md explains each field. */
        Planned: {
            /** @constant */
            dry_run: true;
            plan: components["schemas"]["Plan"];
        };
        Plan: {
            /** @enum {string} */
            would: "be_sent" | "wait" | "end" | "go_on" | "be_opened" | "be_answered" | "be_refused";
            /** @description With which the request would be answered, or what it asks for stand. */
            code: number;
            description: string;
            /** @description All of them, first what would decide. */
            stoppers?: components["schemas"]["Stopper"][];
            /** @description Of a message or a call. */
            channels?: components["schemas"]["PlannedChannel"][];
            /** @description Of a verification: the method, and what is said of a channel. */
            methods?: Record<string, never>[];
            call?: components["schemas"]["PlannedCall"];
            sim_swap?: components["schemas"]["PlannedAddOn"];
            /** @description Of a look-up, by the key that was asked. */
            addons?: {
                [key: string]: components["schemas"]["PlannedAddOn"];
            };
            /** @description Of a look-up: if every source had to be asked. */
            most_cost?: number;
            /** @description Of a session, as `phone_number_2`: its number, and from which pool and of which countries its mask would be. */
            phone_number_1?: Record<string, never>;
            phone_number_2?: Record<string, never>;
            /** @description Of a batch: the plans of the first recipients that are taken, each with its `place`. */
            recipients?: Record<string, never>[];
        };
        Stopper: {
            /** @enum {string} */
            effect: "refused" | "ends" | "skips_channel" | "skips_method" | "ends_add_on" | "waits";
            code: number;
            /** @description Of the list `errors`, where the product has one. */
            error_code?: number;
            http_status?: number;
            description: string;
            /**
             * @example per_number_per_minute
             * @example opt_out
             * @example route
             * @example carrier_down
             * @example quiet_hours
             */
            rule?: string;
            /** @description Seconds. */
            retry_after?: number;
            /** Format: date-time */
            until?: string;
            channel?: string;
            method?: string;
            add_on?: string;
        };
        PlannedChannel: {
            channel: string;
            code: number;
            description: string;
            /** @description Null: the carrier puts in its own. */
            sender: string | null;
            /** @description What would be said, its parameters filled in, `$$CODE$$` in place of a code. */
            template: Record<string, never>;
            /** @description Which route decides; null: none fits. */
            route: Record<string, never> | null;
            /** @description Best first. */
            carriers: {
                carrier: string;
                /** @enum {string} */
                state: "up" | "down" | "draining" | "not_configured";
                up_on_another_node: boolean;
                /** @description It gets the message. */
                first: boolean;
                parts: number;
                /** @enum {string|null} */
                alphabet: "gsm7" | "latin1" | "ascii" | "ucs2" | null;
                trunks?: Record<string, never>[];
            }[];
            /** @description What is known of the recipient; no carrier is asked. */
            capability: Record<string, never> | null;
            /**
             * Format: date-time
             * @description At the latest; null: it is not tried.
             */
            begins_on: string | null;
            /** Format: date-time */
            gives_up_on: string | null;
            /** @description Seconds from the hand-over. */
            gives_up_after: number;
            /** @description The next channel, or the code with which it is over. */
            followed_by: Record<string, never> | null;
        };
        PlannedCall: {
            language?: string;
            text?: string | null;
            code_digits?: number;
            extension_keys?: string;
            press_first?: boolean;
            /** @description Null: the voice is a service, which is asked for calls alone. */
            saying_seconds?: number | null;
            /** @description Of a call that is answered and listened to, without what asks for a key. */
            seconds?: number | null;
        };
        PlannedAddOn: {
            /** @description With which it would end before a source is asked; null: the sources decide. */
            code: number | null;
            description: string | null;
            /** @description In the order in which they are asked. */
            sources: Record<string, never>[];
            network_asked_of: Record<string, never>[];
            cap: Record<string, never> | null;
            most_cost: number;
        };
        /**
         * Format: date-time
         * @description When it is sent at the earliest, where the request said so.
         */
        ShownSendAt: string;
        Text: {
            /** @description Digits with country code. */
            phone_number: string;
            message: string;
            /**
             * @description What it is for: alerts, marketing, codes. Codes go first, marketing last, and what people have opted out of is not sent.
             * @enum {string}
             */
            message_type: "ARN" | "MKT" | "OTP";
            /** @description Registered on the account; absent: its default for the country. */
            sender_id?: string;
            /** @description Comes back in the status and in callbacks. */
            external_id?: string;
            send_at?: components["schemas"]["SendAt"];
            dry_run?: components["schemas"]["DryRun"];
            /** Format: uri */
            callback_url?: string;
            /** @enum {string} */
            account_lifecycle_event?: "create" | "sign-in" | "transact" | "update" | "delete";
            /** @description The address of your user, IPv4 or IPv6. */
            originating_ip?: string;
            /** @description Taken and ignored, as dlt_template_id and dlt_entity_id. */
            is_primary?: string;
        };
        VerificationBeginning: {
            recipient: {
                /**
                 * @description With country code.
                 * @example 4915112345678
                 */
                phone_number: string;
                /** @description Needed where the policy names `email`; nothing is sent to it. */
                email?: string;
                /** @description Has no effect. */
                push_app_token?: string;
            };
            /** @description In this order, each method once. Default: sms alone. */
            verification_policy?: {
                /**
                 * @description rcs, sms and voice; the others are skipped. silent and push may only come first.
                 * @enum {string}
                 */
                method: "rcs" | "sms" | "voice" | "silent" | "push" | "whatsapp" | "email" | "viber";
                /** @description Seconds until the next method. Default 60, of email 120. */
                fallback_time?: number;
            }[];
            /** @description The code. Default: six random digits. */
            security_factor?: string;
            /** @description Templates of the account by this name, one for each method that writes: a text with `{{code}}`. */
            message_template?: {
                name: string;
            };
            /** @description Language of calls and of default texts. Default en-US. */
            voice_lang?: string;
            send_at?: components["schemas"]["SendAt"];
            dry_run?: components["schemas"]["DryRun"];
            external_id?: string;
            /**
             * Format: uri
             * @description Default: the address of the account.
             */
            callback_url?: string;
            /**
             * @description Has no effect.
             * @enum {string}
             */
            device_registration?: "stamp";
            /** @description IPv4 or IPv6 address of the end user. */
            originating_ip?: string;
            /** @enum {string} */
            account_lifecycle_event?: "create" | "sign-in" | "transact" | "update" | "delete";
        };
        VerificationBegun: {
            reference_id: string;
            external_id?: string;
            recipient: components["schemas"]["VerificationRecipient"];
            /** @enum {string} */
            state: "ONGOING" | "REJECTED";
            verification_policy: components["schemas"]["VerificationPolicy"];
            send_at?: components["schemas"]["ShownSendAt"];
            status: components["schemas"]["VerificationCode"];
        };
        VerificationRecipient: {
            phone_number: string;
        };
        VerificationPolicy: {
            method: string;
            fallback_time: number;
        }[];
        VerificationCode: {
            /** @enum {integer} */
            code: 3900 | 3901 | 3904 | 3909;
            description: string;
        };
        VerificationAnswer: {
            status: components["schemas"]["VerificationCode"];
        };
        VerificationChange: {
            /** @enum {string} */
            action: "finalize" | "cancel";
            /** @description The code; needed by finalize. */
            security_factor?: string;
        };
        VerificationProcess: {
            reference_id: string;
            external_id?: string;
            recipient: components["schemas"]["VerificationRecipient"];
            /** @enum {string} */
            state: "CREATED" | "ONGOING" | "REJECTED" | "FAILED" | "VERIFIED" | "CANCELED";
            verification_policy: components["schemas"]["VerificationPolicy"];
            send_at?: components["schemas"]["ShownSendAt"];
            voice_lang?: string;
            /** Format: date-time */
            created_on: string;
            /** Format: date-time */
            updated_on: string;
            inner_methods: {
                method: string;
                /** @enum {string} */
                state: "CREATED" | "ONGOING" | "REJECTED" | "FAILED" | "VERIFIED" | "CANCELED" | "SKIPPED";
                /** @description How its message stands, or 3900, 3901 or 3909. */
                err_code?: number;
                err_msg?: string;
                /** Format: date-time */
                tried_on?: string;
                /** Format: date-time */
                updated_on?: string;
                /**
                 * Format: date-time
                 * @description While it is ONGOING: when the next one begins, or all of it ends.
                 */
                expires_on?: string;
            }[];
        };
        AcceptedText: {
            reference_id: string;
            /** @description Where the request had one. */
            external_id?: string;
            status: components["schemas"]["StatusOfText"];
        };
        TextStatus: {
            reference_id: string;
            external_id: string | null;
            status: components["schemas"]["StatusOfText"];
            /** Format: date-time */
            submit_timestamp: string;
            additional_info: components["schemas"]["TextFacts"];
        };
        StatusOfText: {
            code: components["schemas"]["TextStatusCode"];
            description: string;
            /** Format: date-time */
            updated_on: string;
            send_at?: components["schemas"]["ShownSendAt"];
        };
        /**
         * @description 290 in progress, 292 queued by gateway, 203 delivered to gateway; all others are final. docs/messaging.md has what each means.
         * @enum {integer}
         */
        TextStatusCode: 200 | 203 | 207 | 210 | 211 | 220 | 221 | 222 | 231 | 250 | 251 | 290 | 292 | 503 | 504 | 505 | 507 | 508 | 510 | 512 | 514 | 518 | 519 | 599 | 3007 | 3406;
        /** @description What is known once it was given to a carrier. */
        TextFacts: {
            message_parts_count?: number;
            sender_id?: string;
        };
        CodeText: {
            /** @description Digits with country code. */
            phone_number: string;
            /** @description 3 to 10 digits; absent: one is made, of 5 digits or as many as `code_digits` of the account says. */
            verify_code?: string;
            /** @description The text, $$CODE$$ in place of the code; of up to 160 characters, or 1600 where the account may. Without that place a `verify_code` comes after it, and where none was given the text is sent as it is. $$AMOUNT$$ and $$PAYEE$$ say what is paid to whom. */
            template?: string;
            /**
             * @description Of the text that is sent without a template; a BCP 47 tag.
             * @default en
             */
            language: string;
            /** @description Registered on the account; absent: its default for the country. */
            sender_id?: string;
            /** @description Needs transaction_payee. */
            transaction_amount?: string;
            /** @description Needs transaction_amount. */
            transaction_payee?: string;
            /**
             * @description true: nothing is sent where the SIM was swapped lately, or where nobody can tell. The add-on sim_swap must be enabled.
             * @enum {string}
             */
            sim_swap_check?: "true" | "false";
            external_id?: string;
            send_at?: components["schemas"]["SendAt"];
            dry_run?: components["schemas"]["DryRun"];
            /** Format: uri */
            callback_url?: string;
            /** @description The address of your user, IPv4 or IPv6. */
            originating_ip?: string;
        };
        CodeTextStatus: {
            reference_id: string;
            /** @enum {string} */
            sub_resource: "sms";
            external_id: string | null;
            errors: unknown[];
            status: components["schemas"]["StatusOfText"];
            verify: {
                /**
                 * @description UNKNOWN where no code was given to check; VALID once.
                 * @enum {string}
                 */
                code_state: "UNKNOWN" | "VALID" | "INVALID";
                /** @description Never told: empty in answers, null in callbacks. */
                code_entered: string | null;
            };
            /** Format: date-time */
            submit_timestamp: string;
            additional_info: components["schemas"]["TextFacts"];
            sim_swap?: components["schemas"]["SimSwap"];
        };
        VerificationCall: {
            /** @description Digits with country code. */
            phone_number: string;
            /** @description 3 to 10 digits; absent: 5 digits are made, where the message has a place for them. */
            verify_code?: string;
            /** @description What is said, $$CODE$$ in place of the code; without it a `verify_code` is spoken after the message, and where none was given the message is all that is said. Absent: a default text in the language. Also accepted as `template`. */
            tts_message?: string;
            /**
             * @description A BCP 47 tag; the language alone counts where the region is not known.
             * @default en-US
             */
            language: string;
            /**
             * @description 1: keys are sent after the answer, to reach an extension.
             * @enum {integer}
             */
            extension_type?: 1;
            /** @description Those keys; a comma is a pause of 1 s. For accounts that have them switched on. */
            extension_template?: string;
            /** @description The number that is shown to the callee, registered on the account. */
            caller_id?: string;
            /**
             * @description 1: the callee has to press a key before the code is spoken, which a mailbox does not.
             * @enum {string}
             */
            pressx?: "0" | "1";
            external_id?: string;
            send_at?: components["schemas"]["SendAt"];
            dry_run?: components["schemas"]["DryRun"];
            /** Format: uri */
            callback_url?: string;
            /** @description The address of your user, IPv4 or IPv6. Requests for one address are limited in an hour, so that nobody has you call or text half the world. */
            originating_ip?: string;
        };
        VerificationStatus: {
            reference_id: string;
            /** @enum {string} */
            sub_resource: "call";
            external_id: string | null;
            errors: unknown[];
            status: {
                code: components["schemas"]["CallStatusCode"];
                description: string;
                /** Format: date-time */
                updated_on: string;
                send_at?: components["schemas"]["ShownSendAt"];
            };
            verify: {
                /**
                 * @description UNKNOWN where no code was given to check; VALID once.
                 * @enum {string}
                 */
                code_state: "UNKNOWN" | "VALID" | "INVALID";
                /** @description Always empty. */
                code_entered: string;
            };
            /** Format: date-time */
            submit_timestamp: string;
            voice?: {
                caller_id?: string;
            };
        };
        /**
         * @description 100 answered, 101 not answered, 103 in progress, 105 not handled yet, 106 failed, 107 busy, 108 canceled, 129 blocked by customer request, 130 blocked by the provider.
         * @enum {integer}
         */
        CallStatusCode: 100 | 101 | 103 | 105 | 106 | 107 | 108 | 129 | 130;
        VerificationCompleted: {
            reference_id: string;
            /** @enum {string} */
            sub_resource: "call" | "sms";
            errors: unknown[];
            status: {
                /** @enum {integer} */
                code: 1900;
                description: string;
                /** Format: date-time */
                updated_on: string;
            };
        };
        NewSession: {
            dry_run?: components["schemas"]["DryRun"];
            phone_number_1: string;
            phone_number_2: string;
            /** @description In the unit of the account, hours unless set; never more than 720 hours in all. */
            validity_period: number;
            /** @description The caller's own name for it, ASCII. */
            external_id?: string;
            /** @description In place of that of the account. */
            callback_url?: string;
        };
        OptOutEntry: {
            /** @description Null: of all your senders. */
            sender: string | null;
            /**
             * @description Who asked for it.
             * @enum {string}
             */
            source: "recipient" | "account" | "operator";
            /** Format: date-time */
            opted_out_on: string;
        };
        OptOut: {
            phone_number: string;
            opted_out: boolean;
            /** @description What stands. */
            opt_outs: components["schemas"]["OptOutEntry"][];
            status: {
                /**
                 * @description 3008 opted out, 3009 not opted out.
                 * @enum {integer}
                 */
                code: 3008 | 3009;
                description: string;
                /** Format: date-time */
                updated_on: string;
            };
        };
        MessageHistory: {
            reference_id: string;
            history: {
                /** Format: date-time */
                at: string;
                kind: string;
                text: string;
                details: Record<string, never>;
            }[];
        };
        /**
         * @description `not_sent`: it has no address, and is only an event.
         * @enum {string}
         */
        CallbackState: "pending" | "delivered" | "given_up" | "not_sent";
        CallbackFields: {
            /**
             * Format: uuid
             * @description The `webhook-id`.
             */
            id: string;
            /** @description The `reference_id` of what it is about. Of what people send it is that of the line. */
            message: string;
            /** @description Its number among those of the same message. */
            seq: number;
            url: string | null;
            /** @enum {string} */
            method: "POST" | "GET";
            state: components["schemas"]["CallbackState"];
            /** @description Since it was last sent once more. */
            tries: number;
            last_status: number | null;
            last_error: string | null;
            /** @description Of the newest try. */
            took_ms: number | null;
            /** Format: date-time */
            created_on: string;
            /** Format: date-time */
            due_on: string | null;
            /** Format: date-time */
            delivered_on: string | null;
            /**
             * Format: date-time
             * @description When it was last sent once more.
             */
            redelivered_on: string | null;
        };
        CallbackSent: {
            /** @description Those of the newest try, made again with the keys and secrets of now. */
            headers: {
                [key: string]: string;
            } | null;
            /** @description As it is sent; null where it has been removed or is not shown. */
            body: string | null;
            /** @description The tries, oldest first: each that failed, and the last one. */
            history: components["schemas"]["CallbackTry"][];
        };
        CallbackTry: {
            /** Format: date-time */
            at: string;
            /** @description Null where nothing was answered. */
            status: number | null;
            took_ms: number | null;
            /** @description Null where it was delivered. */
            error: string | null;
            /** @description The first 1 KB of what was answered. */
            answer: string;
        };
        CallbackPage: {
            callbacks: components["schemas"]["CallbackFields"][];
            /** @description For `after`; a page may be short, or empty, though there is another. */
            next: string | null;
        };
        CallbackShown: components["schemas"]["CallbackFields"] & components["schemas"]["CallbackSent"];
        CallbackRedelivery: {
            /** @description One callback, whatever became of it. */
            id?: string;
            /**
             * @description Of a range. Absent for each of them.
             * @enum {string}
             */
            state?: "given_up" | "pending" | "delivered";
            /** @description Of a range: scheme, host and port, or a whole URL. */
            endpoint?: string;
            /** @description Of a range, needed there: RFC 3339 or a date; included. */
            from?: string;
            /** @description Of a range: not included. Absent: until now. */
            to?: string;
            /** @description Only says how many there are. `dry_run` is another name of it. */
            count_only?: boolean;
            dry_run?: boolean;
        };
        EventPage: {
            events: {
                /**
                 * Format: uuid
                 * @description The `webhook-id` of the callback.
                 */
                id: string;
                /** Format: date-time */
                created_on: string;
                /** @description The body of the callback; null where it was removed or erased. */
                body: Record<string, never> | null;
            }[];
            /** @description For `after`, always. */
            next: string;
            /** @description There is another page at once. */
            more: boolean;
        };
        InboundPage: {
            inbound: (components["schemas"]["InboundText"] | components["schemas"]["InboundRcs"])[];
            /** @description For `after`, always. */
            next: string;
            /** @description There is another page at once. */
            more: boolean;
        };
        InboundStatus: {
            /** @constant */
            code: 1500;
            description: string;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            updated_on: string;
        };
        InboundText: {
            /** @description The same whenever it is told. */
            reference_id: string;
            /** @constant */
            sub_resource: "mo_sms";
            /** @description Who wrote. Null: it has been erased. */
            phone_number: string | null;
            status: components["schemas"]["InboundStatus"];
            /** @description Always empty. */
            errors: Record<string, never>;
            /**
             * Format: date-time
             * @description When it came in.
             */
            submit_timestamp: string;
            user_response: {
                phone_number: string | null;
                /** @description ISO 3166 alpha-2; empty where the number has none. */
                iso_country_code: string;
                /** @description Your sender, to which it came. */
                sender_id: string;
                mo_message: string;
                /** @enum {string} */
                action: "stop" | "start" | "help" | "generic";
                /** @description The word that it is, in lower case; empty for any other text. */
                keyword: string;
            };
        };
        InboundRcs: {
            /** @description The same whenever it is told. */
            reference_id: string;
            /** @constant */
            sub_resource: "mo_rcs";
            /** @description Who wrote. Null: it has been erased. */
            phone_number: string | null;
            status: components["schemas"]["InboundStatus"];
            /** @description Your RBM agent. */
            rcs_sender_id: string;
            /** @description A text (`text` and `end_user_action` with `action`), a button that was pressed (`end_user_action` with `postback_data`), a file or a place. */
            content: {
                text?: string;
                end_user_action?: {
                    /** @description What was written, or what stands on the button. */
                    text: string;
                    iso_country_code: string;
                    /** @enum {string} */
                    action?: "STOP" | "START" | "HELP" | "GENERIC";
                    keyword?: string;
                    /** @description The payload of the button, as it was given. */
                    postback_data?: string;
                    /** @description The newest message to that number with this payload. Null: there is none. */
                    original_reference_id?: string | null;
                };
                file?: {
                    payload: {
                        name: string | null;
                        mime_type: string | null;
                        uri: string;
                        size_bytes: number | null;
                    };
                };
                location?: {
                    latitude: number | null;
                    longitude: number | null;
                };
            };
        };
        Capability: {
            /** @description Of this answer; nothing is found by it. */
            reference_id: string;
            status: {
                /**
                 * @description 3060 supported, 3055 not supported, 3115 outside of coverage.
                 * @enum {integer}
                 */
                code: 3055 | 3060 | 3115;
                description: string;
                /**
                 * Format: date-time
                 * @description When the carrier said so.
                 */
                updated_on: string;
            };
            /** @description Who would send. Null: no carrier is for this number. */
            agent_id: string | null;
            features: components["schemas"]["CapabilityFeatures"];
        };
        /** @description What the device shows, as the carrier names it; names that are not listed here may come. Null: on the channel, and the carrier said no more. */
        CapabilityFeatures: string[] | null;
        CapabilityList: {
            /** @description Each as text, digits with country code. */
            phone_numbers: unknown[];
            /** @description An agent of the account; absent: the one that messages would come from. */
            agent_id?: string | null;
        };
        CapabilityListAccepted: {
            reference_id: string;
            status: components["schemas"]["CapabilityListStatus"];
            /** @description Numbers in the list. */
            total: number;
            /** @description Places in the list about which nobody is asked. */
            refused: {
                /** @description Counted from 0. */
                place: number;
                /**
                 * @description 3101 no phone number, 3071 not verified for this trial account.
                 * @enum {integer}
                 */
                code: 3071 | 3101;
                description: string;
            }[];
        };
        CapabilityListStatus: {
            /**
             * @description 3010 in progress, 3014 completed. Codes of ours.
             * @enum {integer}
             */
            code: 3010 | 3014;
            description: string;
            /** Format: date-time */
            updated_on: string;
        };
        CapabilityResult: {
            reference_id: string;
            status: components["schemas"]["CapabilityListStatus"];
            /** @enum {string} */
            state: "in_progress" | "done";
            /** Format: date-time */
            asked_on: string;
            /** Format: date-time */
            done_on: string | null;
            /**
             * Format: date-time
             * @description From then on the reference is unknown.
             */
            kept_until: string;
            counts: {
                total: number;
                /** @description Not answered yet. */
                waiting: number;
                supported: number;
                not_supported: number;
                not_covered: number;
                refused: number;
                /** @description The carrier was asked three times and could tell nothing. */
                failed: number;
                /** @description Numbers that have been erased since. */
                erased: number;
            };
            numbers: {
                place: number;
                /** @description As it is kept; null: what stood there is no phone number. */
                phone_number: string | null;
                agent_id: string | null;
                /** @enum {integer} */
                code: 3010 | 3041 | 3055 | 3060 | 3071 | 3101 | 3115;
                description: string;
                features: components["schemas"]["CapabilityFeatures"];
            }[];
            /** @description `after` of the page that follows; null: this is the last one. */
            next: number | null;
        };
        OptOutPage: {
            opt_outs: {
                /** @description Null: the number has been erased. */
                phone_number: string | null;
                /** @description Null: of all your senders. */
                sender: string | null;
                /** @enum {string} */
                source: "recipient" | "account" | "operator";
                /** Format: date-time */
                opted_out_on: string;
            }[];
            /** @description For `after`; null on the last page. */
            next: string | null;
        };
        SessionBlock: {
            phone_number: string;
            blocked: boolean;
            /** Format: date-time */
            blocked_on: string | null;
            status: {
                /**
                 * @description 2713 blocked, 2714 not blocked.
                 * @enum {integer}
                 */
                code: 2713 | 2714;
                description: string;
                /** Format: date-time */
                updated_on: string;
            };
        };
        SessionValidity: {
            validity_period: number;
        };
        Session: {
            reference_id: string;
            /** @description The same as reference_id. */
            session_id: string;
            external_id: string | null;
            session_data: {
                /** @description Says so when a mask is of another country than its party. */
                message: string;
                phone_number_1: components["schemas"]["SessionParty"];
                phone_number_2: components["schemas"]["SessionParty"];
                /** @enum {string} */
                resource: "sms";
                /** Format: date-time */
                session_end_on: string;
                /** @description As it was asked for. */
                validity: string;
                /** @enum {string} */
                validity_unit: "seconds" | "minutes" | "hours" | "days";
            };
            /** @enum {string} */
            state: "open" | "in_progress" | "stopped" | "expired" | "closed";
            /** Format: date-time */
            created_on: string;
            texts: {
                /** @description Texts of party 1 that were relayed. */
                from_1: number;
                from_2: number;
                /** @description Texts that were not. */
                refused: number;
            };
            status: {
                /** @enum {integer} */
                code: 2700 | 2701;
                description: string;
                /** Format: date-time */
                updated_on: string;
            };
        };
        SessionParty: {
            complete_phone_number: string;
            country_code: string | null;
            country_iso2: string | null;
            country_iso3: string | null;
            country_name: string | null;
            /** @description Stands in for this party: the other one sees it, and texts it. */
            masked_id: string;
        };
        Interactions: {
            session_id: string;
            interactions: components["schemas"]["Interaction"][];
            /** @description Where the next page begins. */
            next: string | null;
        };
        Interaction: {
            /** @description The text as it came in. */
            mo_reference_id: string;
            from_phone_number: string;
            to_phone_number: string;
            /** Format: date-time */
            received_on: string;
            /** @enum {string} */
            result: "relayed" | "stop" | "start" | "help" | "over" | "stopped" | "blocked" | "too_many";
            /** @description Of relayed ones, while it is kept. */
            text: string | null;
            delivery: {
                reference_id: string;
                /** @description As of a message on its last channel. */
                code: number;
                description: string;
                parts: number;
                /** Format: date-time */
                updated_on: string;
            } | null;
        };
        RelayedText: {
            session_reference_id: string;
            /** Format: date-time */
            submit_timestamp: string;
            from_phone_number: string;
            to_phone_number: string;
            mo_reference_id: string;
            mo_message: string;
        };
        SessionEvent: {
            /** @enum {string} */
            event: "session.opened" | "session.first_relay" | "session.extended" | "session.stopped" | "session.reopened" | "session.expired" | "session.closed" | "session.text_refused";
            /** Format: date-time */
            event_on: string;
            session_reference_id: string;
            external_id: string | null;
            /** @enum {string} */
            state: "open" | "in_progress" | "stopped" | "expired" | "closed";
            /** Format: date-time */
            session_end_on: string;
            /** @description Who wrote, where a text brought it about. */
            from_phone_number?: string;
            mo_reference_id?: string;
            /**
             * @description What became of the text.
             * @enum {string}
             */
            reason?: "stop" | "start" | "help" | "over" | "stopped" | "blocked" | "too_many";
        };
        VerifyRefusal: {
            status: {
                code: number;
                description: string;
                /** Format: date-time */
                updated_on: string;
            };
            errors: {
                code: number;
                description: string;
            }[];
        };
        LookUpRequest: {
            dry_run?: components["schemas"]["DryRun"];
            /** @description Each key is an add-on, its value an object with what the add-on needs. An unknown key is answered with 2801; one that is called like a field of the answer (`status`, `carrier` …) is refused, since an add-on would stand in that field's place. */
            addons?: {
                age_verify?: Record<string, never>;
                /** @description Also as `breached_number_check`; the answer stands under the key that was asked. */
                breached_data?: Record<string, never>;
                /** @description Needs `consent`. */
                call_forward_detection?: Record<string, never>;
                contact?: Record<string, never>;
                /** @description At least one of the name and address fields. */
                contact_match?: {
                    first_name?: string;
                    last_name?: string;
                    address?: string;
                    city?: string;
                    postal_code?: string;
                    state?: string;
                    /** @description ISO 3166-1 alpha-2. */
                    country?: string;
                    /** Format: date */
                    date_of_birth?: string;
                };
                contact_plus?: {
                    billing_postal_code?: string;
                };
                number_deactivation?: {
                    /** Format: date-time */
                    last_verified?: string;
                };
                subscriber_status?: Record<string, never>;
                porting_history?: {
                    past_x_days?: number;
                };
                porting_status?: Record<string, never>;
                sim_swap?: Record<string, never>;
            };
            /** @description How and when the person agreed. Kept in the ledger of consents. */
            consent?: {
                method?: string | number;
                /** Format: date-time */
                timestamp?: string;
            };
            external_id?: string;
            /** @enum {string} */
            account_lifecycle_event?: "create" | "sign-in" | "transact" | "update" | "delete";
            /** @description The address of your user, IPv4 or IPv6. Requests for one address are limited in an hour, so that nobody has you call or text half the world. */
            originating_ip?: string;
        };
        LookUp: {
            reference_id: string;
            external_id: string | null;
            status: {
                /** @enum {integer} */
                code: 300 | 301;
                description: string;
                /** Format: date-time */
                updated_on: string;
            };
            numbering: {
                original: {
                    complete_phone_number?: string;
                    country_code?: string;
                    phone_number?: string;
                };
                cleansing: {
                    call?: components["schemas"]["CleansedNumber"];
                    sms?: components["schemas"]["CleansedNumber"];
                };
            };
            /** @description 1 FIXED_LINE, 2 MOBILE, 4 TOLL_FREE, 5 VOIP, 6 PAGER, 8 INVALID, 9 RESTRICTED_PREMIUM, 10 PERSONAL, 11 VOICEMAIL, 20 OTHER (also where the plan serves both landlines and mobiles). */
            phone_type: {
                code: string;
                description: string;
            };
            location: {
                city?: string | null;
                state?: string | null;
                zip?: null;
                metro_code?: null;
                county?: null;
                country?: {
                    name?: string | null;
                    iso2?: string | null;
                    iso3?: string | null;
                };
                coordinates?: {
                    latitude?: number | null;
                    longitude?: number | null;
                };
                /** @description Offsets of standard time in hours. No name where the number may be in several zones. */
                time_zone?: {
                    name?: string | null;
                    utc_offset_min?: string | null;
                    utc_offset_max?: string | null;
                };
            };
            /** @description To whom the range was first given. */
            carrier: {
                name?: string | null;
            };
            /** @description Only where the account has `blocklisting`. 0 not blocked, 1 by the provider, 2 by your organisation. */
            blocklisting?: {
                blocked?: boolean;
                /** @enum {integer} */
                block_code?: 0 | 1 | 2;
                block_description?: string;
            };
            age_verify?: components["schemas"]["AgeVerify"];
            breached_data?: components["schemas"]["BreachedData"];
            breached_number_check?: components["schemas"]["BreachedData"];
            call_forward_detection?: components["schemas"]["CallForwardDetection"];
            contact?: components["schemas"]["ContactOfNumber"];
            contact_plus?: components["schemas"]["ContactOfNumber"];
            contact_match?: components["schemas"]["ContactMatch"];
            number_deactivation?: components["schemas"]["NumberDeactivation"];
            subscriber_status?: components["schemas"]["SubscriberStatus"];
            porting_history?: components["schemas"]["PortingHistory"];
            porting_status?: components["schemas"]["PortingStatus"];
            sim_swap?: components["schemas"]["SimSwap"];
        };
        CleansedNumber: {
            country_code: string;
            phone_number: string;
            /**
             * @description 100 unchanged, 101 changed, 102 restricted, 103 no match to an area, 105 too long or too short.
             * @enum {integer}
             */
            cleansed_code: 100 | 101 | 102 | 103 | 105;
            min_length: number;
            max_length: number;
        };
        AddOnStatus: {
            code: number;
            description: string;
        };
        AgeVerify: {
            age_verified?: boolean;
            status: components["schemas"]["AddOnStatus"];
        };
        BreachedData: {
            phone_number_breached?: boolean;
            breach_date?: string | null;
            breached_data?: string[] | null;
            status: components["schemas"]["AddOnStatus"];
        };
        CallForwardDetection: {
            /** @enum {string} */
            call_forward_enabled?: "true" | "false";
            /** @enum {string|null} */
            call_forward_type?: "conditional" | "unconditional" | null;
            call_forward_condition?: string | null;
            status: components["schemas"]["AddOnStatus"];
        };
        /** @description Empty text where nothing is known. */
        ContactOfNumber: {
            first_name?: string;
            last_name?: string;
            address1?: string;
            address2?: string;
            address3?: string;
            address4?: string;
            city?: string;
            state_province?: string;
            zip_postal_code?: string;
            country?: string;
            email_address?: string;
            status: components["schemas"]["AddOnStatus"];
        };
        /** @description How closely what was sent is what is known, 0 to 100; null where nobody can say. */
        ContactMatch: {
            first_name_score?: number | null;
            last_name_score?: number | null;
            address_score?: number | null;
            date_of_birth_score?: number | null;
            status: components["schemas"]["AddOnStatus"];
        };
        NumberDeactivation: {
            carrier_name?: string | null;
            last_deactivated?: string | null;
            tracking_since?: string | null;
            /** @enum {string} */
            recycled_since_last_verification?: "recycled" | "not recycled";
            status: components["schemas"]["AddOnStatus"];
        };
        /** @description What is not known is absent. */
        SubscriberStatus: {
            /** @enum {string} */
            account_type?: "individual" | "business" | "government" | "other";
            /** @description Months. */
            account_tenure_min?: string;
            /** @description Months. */
            account_tenure_max?: string;
            primary_account_holder?: boolean;
            /** @enum {string} */
            account_status?: "active" | "suspended" | "deactivated";
            /** @enum {string} */
            contract_type?: "prepaid" | "postpaid";
            account_activation_date?: string;
            status: components["schemas"]["AddOnStatus"];
        };
        PortingHistory: {
            carrier_current?: string | null;
            carrier_previous?: string | null;
            mcc_carrier_current?: string | null;
            mcc_carrier_previous?: string | null;
            mnc_carrier_current?: string | null;
            mnc_carrier_previous?: string | null;
            phone_type_current?: string;
            phone_type_previous?: string;
            port_date?: string;
            number_of_portings?: string;
            status: components["schemas"]["AddOnStatus"];
        };
        PortingStatus: {
            mcc_current?: string | null;
            mnc_current?: string | null;
            ported?: boolean | null;
            status: components["schemas"]["AddOnStatus"];
        };
        SimSwap: {
            swap_date?: string | null;
            swap_time?: string | null;
            /**
             * @description 1 none or more than 14 days ago, 2 within 14 days, 3 within 72 hours, 4 today.
             * @enum {integer}
             */
            risk_indicator?: 1 | 2 | 3 | 4;
            status: components["schemas"]["AddOnStatus"];
        };
        Message: {
            /** @description In the order in which they are tried, each channel once. */
            channels: {
                /** @enum {string} */
                channel: "rcs" | "sms";
                /**
                 * @description 1 to 86400 seconds from the first hand-over on this channel until the next one is tried (milliseconds
                 *     where the account says so). Absent: 300 s; on the last channel 24 h, after which the message is given up.
                 */
                fallback_time?: number | string;
            }[];
            /** @description The recipient. Either here or in `recipient`. */
            phone_number?: string;
            recipient?: {
                phone_number?: string;
            };
            /** @description One object for each listed channel, or `default` for those that have none of their own. */
            message: {
                rcs?: components["schemas"]["RcsContent"];
                sms?: components["schemas"]["SmsContent"];
                default?: components["schemas"]["DefaultContent"];
            };
            /**
             * @description Alert or notification, marketing, one-time password. OTP goes before ARN before MKT.
             * @enum {string}
             */
            message_type: "ARN" | "MKT" | "OTP";
            /** @description At most 100 ASCII characters, given back in answers and callbacks. */
            external_id?: string | null;
            /** @description A sender registered on the account, for SMS. Absent means the default for the destination. */
            sender_id?: string;
            send_at?: components["schemas"]["SendAt"];
            dry_run?: components["schemas"]["DryRun"];
            /** @description Where callbacks of this message go instead of to the URL of the account. */
            callback_url?: string;
            /** @enum {string} */
            account_lifecycle_event?: "create" | "sign-in" | "transact" | "update" | "delete";
            /** @description The address of your user, IPv4 or IPv6. Requests for one address are limited in an hour. */
            originating_ip?: string;
        };
        /** @description Further fields are those of a message, but `phone_number` and `recipient`. */
        Batch: {
            /** @description As in a message. */
            channels: {
                /** @enum {string} */
                channel: "rcs" | "sms";
                fallback_time?: number | string;
            }[];
            /**
             * @description As in a message. `{{name}}` in a parameter, or in a suggestion beside a template, stands for the recipient's
             *     value of that name.
             */
            message: Record<string, never>;
            /** @enum {string} */
            message_type: "ARN" | "MKT" | "OTP";
            /** @description Of the batch, and of each message whose recipient has none of its own. */
            external_id?: string | null;
            sender_id?: string;
            send_at?: components["schemas"]["SendAt"];
            dry_run?: components["schemas"]["DryRun"];
            /** @description Where the callbacks of all its messages go. */
            callback_url?: string;
            recipients: {
                phone_number: string;
                /** @description Values by their names, each a text of at most 4096 characters or a number. Names that nothing stands for are ignored. */
                parameters?: {
                    [key: string]: string | number | null;
                };
                external_id?: string | null;
            }[];
        };
        BatchAccepted: {
            status: {
                /** @constant */
                code: 3001;
                description: string;
                send_at?: components["schemas"]["ShownSendAt"];
            };
            /** @description Of the batch. */
            reference_id: string;
            external_id: string | null;
            /** @description Recipients that were sent in. */
            total: number;
            /** @description Those of which a message is made. */
            accepted: number;
            refused_total: number;
            /** @description The first 1000 that are refused already; all of them are shown by `GET`. */
            refused: {
                /** @description Counted from 0. */
                place: number;
                /** @description As a message alone would be refused with. */
                code: number;
                description: string;
            }[];
        };
        BatchStatus: {
            reference_id: string;
            external_id: string | null;
            /**
             * @description in_progress: messages are being made. paused: nothing of it is handed over. cancelling: its messages are
             *     being taken back. cancelled: they are. done: each recipient has a message or was refused.
             * @enum {string}
             */
            state: "in_progress" | "paused" | "cancelling" | "cancelled" | "done";
            /** @enum {string} */
            message_type: "ARN" | "MKT" | "OTP";
            /** Format: date-time */
            send_at: string | null;
            /** Format: date-time */
            created_on: string;
            /**
             * Format: date-time
             * @description When the last message was made, or the batch was taken back.
             */
            ended_on: string | null;
            counts: components["schemas"]["BatchCounts"];
            statuses: components["schemas"]["BatchStatuses"];
            recipients: components["schemas"]["BatchRecipient"][];
            /** @description `after` of the page that follows; null: this is the last one. */
            next: number | null;
        };
        /** @description They add up to `total`. */
        BatchCounts: {
            total: number;
            /** @description No message is made yet. */
            waiting: number;
            /** @description No message is made, for the code that the recipient shows. */
            refused: number;
            messages: number;
            /** @description The batch was taken back before there was a message. */
            taken_back: number;
            /** @description Recipients whose number has been erased since. */
            erased: number;
        };
        /** @description Of the messages, and of what was taken back before there was one. */
        BatchStatuses: {
            code: components["schemas"]["StatusCode"];
            description: string;
            count: number;
        }[];
        BatchRecipient: {
            place: number;
            /** @description As it is kept; null: what stood there is no phone number. */
            phone_number: string | null;
            external_id: string | null;
            /** @description Of its message; null: there is none, or none yet. */
            reference_id: string | null;
            /** @description The status of the message, or why there is none. */
            code: number;
            description: string;
        };
        /** @description A text for every listed channel without content of its own, within the limits of each. */
        DefaultContent: {
            /** @constant */
            template?: "text";
            parameters: {
                text: string;
            };
            suggestions?: components["schemas"]["SuggestionsBeside"];
        };
        /** @description One of the templates of RCS (docs/templates.md), or one that the account keeps. */
        RcsContent: {
            template: string;
            suggestions?: components["schemas"]["SuggestionsBeside"];
        } | components["schemas"]["RcsText"] | components["schemas"]["RcsFile"] | components["schemas"]["RcsLocation"] | components["schemas"]["RcsUrlAction"] | components["schemas"]["RcsDialAction"] | components["schemas"]["RcsTwoReplies"] | components["schemas"]["RcsThreeReplies"] | components["schemas"]["RcsUrlCard"] | components["schemas"]["RcsDialCard"] | components["schemas"]["RcsRichCard"] | components["schemas"]["RcsCarousel"] | components["schemas"]["KeptContent"];
        /** @description A text. */
        RcsText: {
            /** @constant */
            template: "text";
            parameters: {
                text: string;
            };
        };
        /** @description An image, a video, a sound or a document. */
        RcsFile: {
            /** @enum {string} */
            template: "media" | "file";
            parameters: {
                url: components["schemas"]["MediaUrl"];
            };
        };
        /** @description A place, with a button that shows it on the map. */
        RcsLocation: {
            /** @constant */
            template: "location";
            parameters: {
                /** @description Degrees, -90 to 90. */
                latitude: string | number;
                /** @description Degrees, -180 to 180. */
                longitude: string | number;
                /** @description What is there; the text of the message. Absent: the degrees. */
                label?: string;
                /** @description Of the button that shows the place. Absent: 📍. */
                button_text?: string;
            };
        };
        /** @description A text with a button that opens a page. */
        RcsUrlAction: {
            /** @constant */
            template: "url_action";
            parameters: {
                text: string;
                url_text: components["schemas"]["ButtonText"];
                url_payload: components["schemas"]["ButtonPayload"];
                url: components["schemas"]["Link"];
            };
        };
        /** @description A text with a button that dials. */
        RcsDialAction: {
            /** @constant */
            template: "dial_action";
            parameters: {
                text: string;
                dial_text: components["schemas"]["ButtonText"];
                dial_payload: components["schemas"]["ButtonPayload"];
                phone_number_to_dial: components["schemas"]["NumberToDial"];
            };
        };
        /** @description A text with two answers. */
        RcsTwoReplies: {
            /** @constant */
            template: "2_suggested_replies";
            parameters: {
                text: string;
                button_text_1: components["schemas"]["ButtonText"];
                button_payload_1: components["schemas"]["ButtonPayload"];
                button_text_2: components["schemas"]["ButtonText"];
                button_payload_2: components["schemas"]["ButtonPayload"];
            };
        };
        /** @description A text with three answers. */
        RcsThreeReplies: {
            /** @constant */
            template: "3_suggested_replies";
            parameters: {
                text: string;
                button_text_1: components["schemas"]["ButtonText"];
                button_payload_1: components["schemas"]["ButtonPayload"];
                button_text_2: components["schemas"]["ButtonText"];
                button_payload_2: components["schemas"]["ButtonPayload"];
                button_text_3: components["schemas"]["ButtonText"];
                button_payload_3: components["schemas"]["ButtonPayload"];
            };
        };
        /** @description An image with a button that opens a page. */
        RcsUrlCard: {
            /** @enum {string} */
            template: "rc_url_action_vertical" | "rc_url_action_horizontal";
            parameters: {
                media_url: components["schemas"]["MediaUrl"];
                url_text: components["schemas"]["ButtonText"];
                url_payload: components["schemas"]["ButtonPayload"];
                url: components["schemas"]["Link"];
            };
        };
        /** @description An image with a button that dials. */
        RcsDialCard: {
            /** @enum {string} */
            template: "rc_dial_action_vertical" | "rc_dial_action_horizontal";
            parameters: {
                media_url: components["schemas"]["MediaUrl"];
                dial_text: components["schemas"]["ButtonText"];
                dial_payload: components["schemas"]["ButtonPayload"];
                phone_number_to_dial: components["schemas"]["NumberToDial"];
            };
        };
        /** @description A card of your own making. */
        RcsRichCard: {
            /** @constant */
            template: "rich_card";
            parameters: components["schemas"]["RichCard"];
        };
        /** @description Cards to look through. */
        RcsCarousel: {
            /** @constant */
            template: "carousel";
            parameters: {
                /**
                 * @description A SMALL one has no TALL images.
                 * @enum {string}
                 */
                width: "SMALL" | "MEDIUM";
                cards: components["schemas"]["Card"][];
            };
        };
        /** @description A template that the account keeps for this channel (/v1/omnichannel/templates), with its values. */
        KeptContent: {
            template: string;
            /** @description One for each of `mandatory_parameters`. */
            parameters?: {
                [key: string]: string | number;
            };
        };
        /** @description A card with at least one of title, description and image. */
        RichCard: {
            /** @enum {string} */
            orientation: "VERTICAL" | "HORIZONTAL";
            /**
             * @description On which side the image of a HORIZONTAL card is. Absent: as the agent is set.
             * @enum {string}
             */
            image_alignment?: "LEFT" | "RIGHT";
            title?: string;
            description?: string;
            media_url?: components["schemas"]["MediaUrl"];
            media_height?: components["schemas"]["MediaHeight"];
            suggestions?: components["schemas"]["Suggestion"][];
        };
        /** @description A card with at least one of title, description and image. */
        Card: {
            title?: string;
            description?: string;
            media_url?: components["schemas"]["MediaUrl"];
            media_height?: components["schemas"]["MediaHeight"];
            suggestions?: components["schemas"]["Suggestion"][];
        };
        /**
         * @description Of the image: 112, 168 or 264 dp. Needed with `media_url`, but on a HORIZONTAL card, where it means nothing.
         * @enum {string}
         */
        MediaHeight: "SHORT" | "MEDIUM" | "TALL";
        /** @description An http or https URL that everybody can read, without user and password. */
        MediaUrl: string;
        /** @description An http or https URL. */
        Link: string;
        /** @description What stands on the button. */
        ButtonText: string;
        /** @description Comes back, exactly as it stands here, when the button is pressed. */
        ButtonPayload: string;
        /** @description A phone number with country code, with a plus or without. */
        NumberToDial: string;
        /** @description Buttons beside the message, those of the template included in the 11. */
        SuggestionsBeside: components["schemas"]["Suggestion"][];
        /** @description A button. */
        Suggestion: {
            /** @enum {string} */
            type: "reply" | "dial" | "url" | "location" | "share_location" | "calendar";
            text: components["schemas"]["ButtonText"];
            payload: components["schemas"]["ButtonPayload"];
            phone_number?: components["schemas"]["NumberToDial"];
            url?: components["schemas"]["Link"];
            /**
             * @description Of `url`: inside of the messages, over so much of the screen. Absent: in the browser.
             * @enum {string}
             */
            view?: "FULL" | "HALF" | "TALL";
            /** @description Of `location`: degrees, -90 to 90. */
            latitude?: number | string;
            /** @description Of `location`: degrees, -180 to 180. */
            longitude?: number | string;
            /** @description Of `location`: what is there. */
            label?: string;
            /** @description Of `location`, in place of degrees: what the map is searched for. */
            query?: string;
            /** @description Of `calendar`: RFC 3339, with its zone. */
            start_time?: string;
            /** @description Of `calendar`: after start_time. */
            end_time?: string;
            /** @description Of `calendar`. */
            title?: string;
            /** @description Of `calendar`. */
            description?: string;
        };
        SmsContent: {
            /** @constant */
            template?: "text";
            parameters: {
                /** @description At most 10 parts. */
                text: string;
            };
        } | components["schemas"]["KeptContent"];
        NewTemplate: {
            /** @description Not that of a template that there is already, such as text. */
            name: string;
            /** @enum {string} */
            type: "standard" | "verified";
            /** @enum {string} */
            channel: "rcs" | "sms";
            /** @description Parts, in a list or in one object; at most 16 KB. Places for values: `{{1}}`, `{{name}}`, or `{{}}` everywhere. */
            content: components["schemas"]["TemplatePart"][] | components["schemas"]["TemplatePart"];
            /** @enum {string|null} */
            category?: "marketing" | "utility" | "authentication" | null;
            /** @description A tag such as en, en_US or pt-BR. */
            language?: string | null;
        };
        /** @description By SMS `body` alone. By RCS `body` with `header`, `suggested_action` and `suggested_reply`, or one of `rich_card` and `carousel`; `suggestions` beside each. */
        TemplatePart: {
            header?: {
                /** @enum {string} */
                type: "text" | "image" | "video" | "document" | "file" | "media";
                text?: string;
                /** @description Absent: the message gives it as `header_url`. */
                url?: string;
            };
            body?: {
                /** @constant */
                type?: "text";
                text: string;
                /** @description One for each value of the body. */
                sample_text?: string[];
            };
            suggested_action?: {
                /** @enum {string} */
                action_type: "dial" | "url" | "url_static" | "url_dynamic" | "location" | "share_location" | "calendar";
                button_text: string;
                /** @description Absent: the text of the button. */
                button_payload?: string;
                phone_number?: string;
                url?: string;
                latitude?: number | string;
                longitude?: number | string;
                label?: string;
                query?: string;
                start_time?: string;
                end_time?: string;
                title?: string;
                description?: string;
            }[];
            suggested_reply?: {
                /** @description Accepted and ignored. */
                reply_type?: string;
                /** @description Accepted and ignored. */
                button_number?: number;
                buttons: {
                    button_text: string;
                    /** @description Absent: the text of the button. */
                    button_payload?: string;
                }[];
            };
            rich_card?: components["schemas"]["RichCard"];
            carousel?: {
                /** @enum {string} */
                width: "SMALL" | "MEDIUM";
                cards: components["schemas"]["Card"][];
            };
            suggestions?: components["schemas"]["SuggestionsBeside"];
        };
        MadeTemplate: {
            status: {
                /** @constant */
                code: 3800;
                description: string;
                /** Format: date-time */
                updated_on: string;
            };
            id: string;
            name: string;
        };
        KeptTemplate: {
            name: string;
            type: string;
            /** @enum {string} */
            channel: "rcs" | "sms";
            category: string | null;
            language: string | null;
            /** @enum {string} */
            status: "Approved";
            /** @description What a message that names it has to give. */
            mandatory_parameters: string[];
        };
        WholeTemplate: {
            name: string;
            type: string;
            /** @enum {string} */
            channel: "rcs" | "sms";
            category: string | null;
            language: string | null;
            /** @enum {string} */
            status: "Approved";
            mandatory_parameters: string[];
            /** @description As it was given. */
            content: components["schemas"]["TemplatePart"][] | components["schemas"]["TemplatePart"];
            id: string;
            /** Format: date-time */
            created_on: string;
        };
        MessageAccepted: {
            status: {
                /** @constant */
                code: 3001;
                description: string;
                send_at?: components["schemas"]["ShownSendAt"];
            };
            reference_id: string;
            external_id: string | null;
        };
        MessageStatus: {
            reference_id: string;
            external_id: string | null;
            status: {
                code: components["schemas"]["StatusCode"];
                description: string;
                /** @enum {string} */
                last_channel: "rcs" | "sms";
                /** Format: date-time */
                updated_on: string;
                send_at?: components["schemas"]["ShownSendAt"];
            };
            /** @description One object for each channel tried, in order, with the name of the channel as its only key. */
            channel_status: {
                rcs?: components["schemas"]["ChannelStatus"];
                sms?: components["schemas"]["ChannelStatus"];
            }[];
        };
        ChannelStatus: {
            code: components["schemas"]["StatusCode"];
            description: string;
            reference_id: string;
            /** Format: date-time */
            updated_on: string;
        };
        /**
         * @description Texts are in docs/errors.md. The overall status is 3001 until it is final.
         * @enum {integer}
         */
        StatusCode: 3000 | 3001 | 3003 | 3005 | 3007 | 3033 | 3039 | 3041 | 3042 | 3043 | 3046 | 3055 | 3056 | 3406;
        Rotation: {
            /**
             * @description 0 to 604800 seconds for which the secret before the new one signs too.
             * @default 86400
             */
            previous_valid_for: number | string;
        };
        OwnSettings: {
            /** @description Where callbacks go when a request names no callback_url. http or https. */
            callback_url?: string | null;
            /**
             * @description Default POST.
             * @enum {string|null}
             */
            callback_method?: "POST" | "GET" | null;
            /** @description The live key that signs callbacks. Default the newest. */
            callback_key_id?: string | null;
            /** @description Where what people send is told. Default nowhere. */
            inbound_url?: string | null;
            /**
             * @description Default POST.
             * @enum {string|null}
             */
            inbound_method?: "POST" | "GET" | null;
            /**
             * @description Unit of fallback_time. Default seconds.
             * @enum {string|null}
             */
            fallback_time_unit?: "seconds" | "milliseconds" | null;
            quiet_hours?: components["schemas"]["QuietHours"];
            /** @description What is said back to STOP, START and HELP. Default the gateway's. */
            opt_out_texts?: {
                stopped?: string | null;
                started?: string | null;
                help?: string | null;
            } | null;
            /** @description Words that mean STOP, START and HELP beside those of the gateway. */
            opt_out_words?: {
                stop?: string[] | null;
                start?: string[] | null;
                help?: string[] | null;
            } | null;
            /** @description Words and texts by language (ISO 639). Words and texts of an account have at most 262,144 characters in all, as JSON. */
            opt_out_languages?: {
                [key: string]: {
                    stop_words?: string[] | null;
                    start_words?: string[] | null;
                    help_words?: string[] | null;
                    stopped?: string | null;
                    started?: string | null;
                    help?: string | null;
                } | null;
            } | null;
        };
        OwnAccount: {
            customer_id: string;
            name: string;
            /** @enum {string} */
            kind: "full_service" | "trial";
            /** @enum {string} */
            state: "active" | "suspended";
            products: ("rcs" | "masking" | "voice")[];
            /** @description Add-ons of Phone ID besides contact. */
            addons: string[];
            /** @description As they hold; 0 is no limit. */
            limits: {
                requests_per_second: {
                    omnichannel: number;
                    messaging: number;
                    phoneid: number;
                    anonymous: number;
                    verify: number;
                };
                /** @description ISO 3166 alpha-2; ["*"]: all. */
                allowed_countries: string[];
                /** @description What may be reached besides ordinary numbers. */
                allowed_number_kinds: ("premium" | "shared_cost" | "personal" | "satellite")[];
                /** @description Messages and calls to one number. */
                per_number_per_minute: number;
                per_number_per_day: number;
                /** @description Seconds that the next code to a number waits after the first, the second … one in a row. */
                code_pauses_s: number[];
                /** @description Messages and calls to numbers that differ in their last four digits. */
                per_prefix_per_hour: number;
                per_country_per_hour: number;
                /** @description For one originating_ip. */
                per_end_user_per_hour: number;
                people_look_ups_per_number_per_hour: number;
                texts_per_day: number;
                calls_per_day: number;
                people_look_ups_per_day: number;
                /** @description Uses of an add-on in a month; one that is absent has no cap. */
                addon_caps: {
                    [key: string]: number;
                };
            };
            senders: {
                sender: string;
                /** @description Countries whose default it is; `*`: all others. */
                default_for: string[];
            }[];
            /** Format: date-time */
            created_on: string;
            /** Format: date-time */
            updated_on: string;
        } & {
            callback_url: components["schemas"]["OwnSettings"]["callback_url"];
            callback_method: components["schemas"]["OwnSettings"]["callback_method"];
            callback_key_id: components["schemas"]["OwnSettings"]["callback_key_id"];
            inbound_url: components["schemas"]["OwnSettings"]["inbound_url"];
            inbound_method: components["schemas"]["OwnSettings"]["inbound_method"];
            fallback_time_unit: components["schemas"]["OwnSettings"]["fallback_time_unit"];
            quiet_hours: components["schemas"]["OwnSettings"]["quiet_hours"];
            opt_out_texts: components["schemas"]["OwnSettings"]["opt_out_texts"];
            opt_out_words: components["schemas"]["OwnSettings"]["opt_out_words"];
            opt_out_languages: components["schemas"]["OwnSettings"]["opt_out_languages"];
        };
        OwnKey: {
            id: string;
            /** @description The beginning of the SHA-256 of the key's text. */
            hint: string;
            /** Format: date-time */
            created_on: string;
            /** Format: date-time */
            revoked_on: string | null;
        };
        MadeKey: components["schemas"]["OwnKey"] & {
            /** @description Base64, as callers write it. Shown this once. */
            api_key: string;
        };
        OwnKeyPage: {
            keys: components["schemas"]["OwnKey"][];
            /** @description `after` of the next page; null: there is none. */
            next: string | null;
        };
        OwnUsagePage: {
            usage: {
                /**
                 * Format: date
                 * @description Here and below only what `by` names.
                 */
                day?: string;
                /** @enum {string} */
                product?: "anonymous" | "messaging" | "omnichannel" | "phoneid" | "verify";
                /** @description Of Phone ID the add-on; null for look-ups as a whole. */
                channel?: string | null;
                /** @description ISO 3166 alpha-2; null: the code belongs to no country. */
                country?: string | null;
                messages: number;
                parts: number;
                delivered: number;
                calls: number;
                look_ups: number;
            }[];
            /** @description `after` of the next page; null: there is none. */
            next: string | null;
        };
        CallbackSecrets: {
            secrets: {
                id: string;
                secret: string;
                /** Format: date-time */
                created_on: string;
                /**
                 * Format: date-time
                 * @description Null on the newest.
                 */
                expires_on: string | null;
            }[];
        };
        Readiness: {
            ready: boolean;
            /** @enum {string} */
            store?: "up" | "down";
            carriers?: {
                [key: string]: "up" | "down" | "draining";
            };
            /** @description Settings of the database server under which acknowledged messages can be lost; absent when there is none. */
            unsafe?: ("fsync" | "full_page_writes" | "synchronous_commit")[];
            /**
             * @description Of a gateway of several processes: how many do their work, and how many there should be. What else stands here
             *     is for all of them; absent when there is one.
             */
            processes?: {
                running: number;
                of: number;
            };
        };
        HandsetCall: {
            id: string;
            /** @description Empty when the caller showed no number. */
            from: string;
            /** Format: date-time */
            started_on: string;
            /** Format: date-time */
            answered_on: string | null;
            /** Format: date-time */
            ended_on: string;
            /** @description Keys that it heard. */
            keys: string;
        };
        /** @description One under way. */
        LiveHandsetCall: {
            id: string;
            /** @description Empty when the caller showed no number. */
            from: string;
            /** Format: date-time */
            started_on: string;
            /** Format: date-time */
            answered_on: string | null;
            ended_on: null;
            /** @description Keys that it heard so far. */
            keys: string;
            /** @enum {string} */
            state: "ringing" | "answered";
        };
        /** @description As it was sent, with what its type needs. */
        HandsetButton: {
            /** @enum {string} */
            type: "reply" | "dial" | "url" | "location" | "share_location" | "calendar";
            text: string;
            payload: string;
            phone_number?: string;
            url?: string;
            view?: string;
            latitude?: number;
            longitude?: number;
            label?: string;
            query?: string;
            /** Format: date-time */
            start_time?: string;
            /** Format: date-time */
            end_time?: string;
            title?: string;
            description?: string;
        };
        /** @description Which button; all that is given has to fit. Absent, the first of the newest card, or of the newest message with a button. */
        HandsetChoice: {
            /** @description From 0: the buttons of the cards in their order, then the suggestions. */
            index?: number;
            text?: string;
            payload?: string;
            /** @description Of the message or of its attempt. */
            reference_id?: string;
        };
        HandsetPressed: {
            status: {
                code: number;
                description: string;
                /** Format: date-time */
                updated_on: string;
            };
            button: components["schemas"]["HandsetButton"];
            /** @description Of the message that the button stands in, as the handset shows it. */
            reference_id: string | null;
        };
        HandsetDone: {
            done: string;
        };
        HandsetsInHand: {
            handsets: {
                /** @description By which hints of `handsets` name it. */
                id: string;
                phone_number: string;
                /** @description Of its story. Null: it has none. */
                ending: string | null;
                /**
                 * Format: date-time
                 * @description Of what it got or sent last, or of its newest call.
                 */
                last_on: string;
                /** @description As many as are kept. */
                messages: number;
                /** @description As many as are kept. */
                sent: number;
                /** @description As many as are kept, those under way among them. */
                calls: number;
                calls_under_way: number;
                /** @description Calls ring until somebody takes them in hand. */
                waits: boolean;
            }[];
            next: string | null;
        };
        HandsetInHand: {
            /** @description By which hints of `handsets` name it. */
            id: string;
            phone_number: string;
            /** @description Of its story. Null: it has none. */
            ending: string | null;
            /** @description Its story in words, or what a number does without one. */
            says: string;
            /** @description Calls ring until somebody takes them in hand. */
            waits: boolean;
            /** @description Goes up with each change. */
            version: number;
            messages: {
                id: string;
                /** @enum {string} */
                channel: "rcs" | "sms";
                from: string;
                /** Format: date-time */
                received_on: string;
                withdrawn: boolean;
                /** @description RBM has taken it, and the handset is out of reach: it has not got it, or never does. */
                on_its_way: boolean;
                /** @description Of the attempt, by which its buttons are pressed. Null: a text. */
                attempt_reference_id: string | null;
                message: components["schemas"]["HandsetOrigin"];
                /** @description The masked session that this text came through, as far as its mask still belongs to it. */
                session: {
                    session_id: string;
                    /** @description The other party. */
                    other: string;
                } | null;
                /** @description How many messages of the network a text took. Null: no text. */
                parts: number | null;
                /** @description Of a text: gsm7, ucs2 or another. */
                alphabet: string | null;
                content: components["schemas"]["HandsetContent"] | null;
            }[];
            sent: {
                id: string;
                /** Format: date-time */
                sent_on: string;
                /** @enum {string} */
                channel: "rcs" | "sms";
                to: string;
                /** @enum {string} */
                kind: "text" | "file" | "location" | "button";
                /** @description Of the attempt whose message has the button. Null: no button. */
                reference_id: string | null;
                content: {
                    text?: string;
                    file?: {
                        uri: string;
                        name: string;
                        mime_type: string;
                        size_bytes: number;
                    };
                    location?: {
                        latitude: number;
                        longitude: number;
                    };
                    button?: components["schemas"]["HandsetButton"];
                } | null;
            }[];
            calls: {
                id: string;
                /** @description Empty: the caller did not show a number. */
                from: string;
                /** Format: date-time */
                started_on: string;
                /** Format: date-time */
                answered_on: string | null;
                /** Format: date-time */
                ended_on: string | null;
                /** @enum {string} */
                state: "ringing" | "answered" | "over";
                /** @description Keys that the telephone heard. */
                keys: string | null;
                /** @description Keys that were pressed at it. */
                pressed: string | null;
                /** @description There is something to listen to. */
                has_sound: boolean;
                message: components["schemas"]["HandsetOrigin"];
            }[];
        };
        /** @description The message of the gateway behind it, as far as it is among the newest to the number. */
        HandsetOrigin: {
            reference_id: string;
            /** @description omnichannel, text, code_text, call, verification, relay or reply. */
            kind: string;
        } | null;
        /** @description One of text, file, card and carousel; suggestions may stand beside each. */
        HandsetContent: {
            text?: string;
            file?: {
                url: string;
            };
            /** @description An image with one button that dials has `button`; any other card has `buttons`. */
            card?: {
                orientation?: string;
                title?: string;
                description?: string;
                media_url?: string;
                media_height?: string;
                button?: {
                    text?: string;
                    phone_number?: string;
                    payload?: string;
                };
                buttons?: components["schemas"]["HandsetButton"][];
            };
            carousel?: {
                width?: string;
                cards?: {
                    title?: string;
                    description?: string;
                    media_url?: string;
                    media_height?: string;
                    buttons?: components["schemas"]["HandsetButton"][];
                }[];
            };
            /** @description Beside the message. */
            suggestions?: components["schemas"]["HandsetButton"][];
        };
        HandsetMessage: components["schemas"]["HandsetContent"] & {
            /** @enum {string} */
            channel: "rcs" | "sms";
            from: string;
            /** Format: date-time */
            received_on: string;
            reference_id?: string;
            /** @constant */
            withdrawn?: true;
        };
    };
    responses: {
        /** @description A value is missing or wrong, a number may not take part, or no mask is free. */
        SessionRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The request cannot be taken for that of the account, or the account may not do this. */
        SessionNotAuthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["VerifyRefusal"];
            };
        };
        /** @description The account has no such session. */
        SessionNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The path has no such method; Allow names those that it has. */
        SessionMethodNotAllowed: {
            headers: {
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description A request with this Idempotency-Key is still running, or the session is over. */
        SessionConflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The body is of a kind that cannot be read; the text names it, and what is allowed. */
        SessionMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The body is larger than 64 KB. */
        SessionTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description This Idempotency-Key was used with another payload. */
        SessionKeyMismatch: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The limit of this second is used up; Retry-After says when to come again. */
        SessionRateLimited: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description An error of ours; nothing was done. */
        SessionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Nothing can be recorded just now; Retry-After says when to come again. */
        SessionUnavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The request is not right. The text names the field. */
        VerificationRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The caller is not known, or a product that every method needs is not enabled. */
        VerificationNotAuthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description There is none with this reference on the account, or no such path. */
        VerificationNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Another method; Allow names those that there are. */
        VerificationMethodNotAllowed: {
            headers: {
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description A request with this Idempotency-Key is still running. */
        VerificationKeyRunning: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description A body of more than 10 KB. */
        VerificationTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Another content type than JSON. */
        VerificationMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description This Idempotency-Key was used with another payload. */
        VerificationKeyMismatch: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Too many requests, or too much to this number. Retry-After says when to try again. */
        VerificationRateLimited: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description A fault of the gateway. */
        VerificationFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The store cannot be reached: nothing was done. */
        VerificationUnavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description A value is missing or wrong, or the number may not be reached. */
        MessagingRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The request cannot be taken for that of the account, or the account may not do this. */
        MessagingNotAuthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The account knows no such text, or nothing is left of it. */
        MessagingNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Another method; Allow names those that there are. */
        MessagingMethodNotAllowed: {
            headers: {
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description A request with this Idempotency-Key is still running. */
        MessagingKeyRunning: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The body is larger than 64 KB. */
        MessagingTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The body is neither JSON nor a form, or it is compressed. */
        MessagingMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description This Idempotency-Key was used with another payload. */
        MessagingKeyMismatch: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description A limit is used up; Retry-After says when to come again. */
        MessagingRateLimited: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description An error of ours; nothing was done. */
        MessagingFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Nothing can be recorded just now; Retry-After says when to come again. */
        MessagingUnavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description A value is missing or wrong. */
        VerifyRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["VerifyRefusal"];
            };
        };
        /** @description The request cannot be taken for that of the account, or the account may not do this. */
        VerifyNotAuthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["VerifyRefusal"];
            };
        };
        /** @description The number may not be called. */
        VerifyBlocked: {
            headers: {
                /** @description Seconds to wait, where a limit by time says so. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["VerifyRefusal"];
            };
        };
        /** @description The account knows no such call, or it is older than 12 hours. */
        VerifyNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["VerifyRefusal"];
            };
        };
        /** @description The path has no such method; Allow names those that it has. */
        VerifyMethodNotAllowed: {
            headers: {
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["VerifyRefusal"];
            };
        };
        /** @description A request with this Idempotency-Key is still running. */
        VerifyKeyRunning: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["VerifyRefusal"];
            };
        };
        /** @description The body is of a kind that cannot be read; the text names it, and what is allowed. */
        VerifyMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["VerifyRefusal"];
            };
        };
        /** @description The body is larger than 64 KB. */
        VerifyTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["VerifyRefusal"];
            };
        };
        /** @description This Idempotency-Key was used with another payload. */
        VerifyKeyMismatch: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["VerifyRefusal"];
            };
        };
        /** @description The limit of this second is used up; Retry-After says when to come again. */
        VerifyRateLimited: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["VerifyRefusal"];
            };
        };
        /** @description An error of ours; nothing was done. */
        VerifyFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["VerifyRefusal"];
            };
        };
        /** @description Nothing can be recorded just now; Retry-After says when to come again. */
        VerifyUnavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["VerifyRefusal"];
            };
        };
        /** @description A value is missing or wrong, or the number may not be asked about. */
        LookUpRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The request cannot be taken for the account's. */
        LookUpNotAuthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description There is no such path. */
        LookUpNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The path has no such method. */
        LookUpMethodNotAllowed: {
            headers: {
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The first request with this Idempotency-Key is still running. */
        LookUpKeyRunning: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The body is of a kind that cannot be read; the text names it, and what is allowed. */
        LookUpMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The body is larger than 64 KB. */
        LookUpTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The Idempotency-Key was used with another payload. */
        LookUpKeyMismatch: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Too many requests. */
        LookUpRateLimited: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Something is broken in the gateway. */
        LookUpFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The gateway cannot reach its store. Nothing was recorded. */
        LookUpUnavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description A field is missing, unknown or wrong; the text names it and what is allowed. */
        OperatorWrong: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The token is missing or wrong. */
        OperatorNotAuthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Nobody could let anybody in any more. */
        OperatorLastAdmin: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Too many tries; `Retry-After` says how long to wait. */
        OperatorTooMany: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The operator does not have the right. */
        OperatorRightMissing: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description There is no sandbox, or not what is asked for in it. */
        OperatorNoSandbox: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The state of things does not allow it now. */
        OperatorNotNow: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description There is no such thing. */
        OperatorNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description A running node seals under another master key. */
        OperatorNodesDiffer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description At most 64 KB. */
        OperatorTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The body is of a kind that cannot be read; the text names it, and what is allowed. */
        OperatorMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The database cannot be reached. */
        OperatorStorageDown: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description What the message says is refused, or its destination is. */
        MessageRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Who asks is not known, or may not do this. */
        NotAuthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description What stands in the path is no reference at all. */
        ReferenceInvalid: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Who asks is not known, or the account does not have the product. */
        CapabilityNotAuthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The carrier can tell nothing now, or the gateway cannot be asked; Retry-After says when to come again. */
        CapabilityUnavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description There is no such message on this account, or no such path. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The body is of a kind that cannot be read; the text names it, and what is allowed. */
        MediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The path has other methods; they stand in Allow. */
        MethodNotAllowed: {
            headers: {
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The first request with this Idempotency-Key is still running. */
        KeyRunning: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The Idempotency-Key was used with another payload. */
        KeyMismatch: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Too many requests in this second. */
        RateLimited: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Too many requests in this second, too many messages to this number, its prefix or country, or the budget of the day is used up. */
        MessageLimited: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description A fault of the gateway; nothing was done. */
        Failed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The request cannot be recorded now; nothing was done. */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description What the carrier did not send; 400 no event, 401 without a signature, 403 a wrong signature or token. */
        WebhookRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: string;
                };
            };
        };
        /** @description It is kept. The receiver may have been told to answer another status, with the same body. */
        SandboxReceived: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    received: true;
                };
            };
        };
        /** @description No receiver can have this name. */
        SandboxReceiverName: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description There is no such receiver. */
        SandboxNoReceiver: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description These are not the credentials of the sandbox account. */
        SandboxNotAuthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
    };
    parameters: {
        /**
         * @description Of which the carriers can tell.
         * @example rcs
         */
        CapabilityChannel: "rcs";
        /**
         * @description The Customer ID of the account.
         * @example 7B1A64F3-9C0E-4D52-8A3B-5F6E7D8C9B0A
         */
        CustomerId: string;
        /**
         * @description 3 to 15 digits, up to 11 letters and digits with at least one letter, or the id of an RBM agent.
         * @example 491579000111
         */
        OperatorSender: string;
        /**
         * @description A phone number: digits with country code.
         * @example 4915112345678
         */
        OperatorNumber: string;
        /**
         * @description The id of the key.
         * @example 0190a3f0-4c6b-7000-a1b2-c3d4e5f60789
         */
        OperatorKeyId: string;
        /**
         * @description Of a receiver: 1 to 40 of a-z, 0-9, - and _.
         * @example callbacks
         */
        Receiver: string;
        /**
         * @description The name of a receiver.
         * @example callbacks
         */
        OperatorReceiver: string;
        /**
         * @description The id of the callback.
         * @example 0190a3f0-4c6b-7000-a1b2-c3d4e5f60789
         */
        OperatorCallbackId: string;
        /**
         * @description The name of the carrier in the configuration.
         * @example smsc-1
         */
        OperatorCarrier: string;
        /** @description 1 to 255 visible ASCII characters, in double quotes or without. */
        IdempotencyKey: string;
        /**
         * @description As the answer to the request had it.
         * @example 0190A3F04C6B7000A1B2C3D4E5F60789
         */
        ReferenceId: string;
        /**
         * @description As the answer to the request had it.
         * @example 0190A3F04C6B7000A1B2C3D4E5F60789
         */
        SessionId: string;
        /**
         * @description The id of a call under way.
         * @example 5f1c2d3e4a5b6c7d
         */
        HandsetCallId: string;
        /**
         * @description The number of the handset, digits.
         * @example 4915112345678
         */
        Handset: string;
    };
    requestBodies: never;
    headers: {
        /** @description How to show who one is. */
        "WWW-Authenticate": string;
        /** @description The methods that the path has. */
        Allow: string;
        /** @description Seconds to wait. */
        "Retry-After": number;
        /** @description The limit of the product, q requests in w seconds. */
        "RateLimit-Policy": string;
        /** @description r requests are left, for t seconds. */
        RateLimit: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listOwnMessages: {
        parameters: {
            query?: {
                /** @description Only with this id of your own. */
                external_id?: string;
                /** @description Only to this number. */
                recipient?: string;
                /** @description `open`: not final. `delivered`. `failed`: final and not delivered. Or the status code that is shown. */
                status?: string;
                /** @description Only those that were tried last on this channel. */
                channel?: "rcs" | "sms" | "voice";
                /** @description Made at this time or later (RFC 3339, or a date). */
                from?: string;
                /** @description Made before this time. */
                to?: string;
                /** @description How many at most. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessagePage"];
                };
            };
            400: components["responses"]["MessageRefused"];
            401: components["responses"]["NotAuthorized"];
            429: components["responses"]["MessageLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, in double quotes or without. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        responses: {
            /** @description The message is recorded and on its way. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageAccepted"] | components["schemas"]["Planned"];
                };
            };
            400: components["responses"]["MessageRefused"];
            401: components["responses"]["NotAuthorized"];
            409: components["responses"]["KeyRunning"];
            415: components["responses"]["MediaType"];
            422: components["responses"]["KeyMismatch"];
            429: components["responses"]["MessageLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeptTemplate"][];
                };
            };
            401: components["responses"]["NotAuthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    addTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, in double quotes or without. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTemplate"];
            };
        };
        responses: {
            /** @description It is kept. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeTemplate"];
                };
            };
            /** @description A field is missing or wrong, or there is no such template. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Not authorized, or the product of the channel is not enabled. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            409: components["responses"]["KeyRunning"];
            415: components["responses"]["MediaType"];
            422: components["responses"]["KeyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    showTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description rcs or sms. */
                channel: "rcs" | "sms";
                /**
                 * @description The name of the template.
                 * @example order_shipped
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template, with its content. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeTemplate"];
                };
            };
            /** @description A field is missing or wrong, or there is no such template. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["NotAuthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description rcs or sms. */
                channel: "rcs" | "sms";
                /**
                 * @description The name of the template.
                 * @example order_shipped
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A field is missing or wrong, or there is no such template. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["NotAuthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, in double quotes or without. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Batch"];
            };
        };
        responses: {
            /** @description The batch is recorded, and its messages are made. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchAccepted"] | components["schemas"]["Planned"];
                };
            };
            400: components["responses"]["MessageRefused"];
            401: components["responses"]["NotAuthorized"];
            409: components["responses"]["KeyRunning"];
            415: components["responses"]["MediaType"];
            422: components["responses"]["KeyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    showBatch: {
        parameters: {
            query?: {
                /** @description How many recipients. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: number;
            };
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: components["parameters"]["ReferenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch as it stands. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchStatus"];
                };
            };
            400: components["responses"]["ReferenceInvalid"];
            401: components["responses"]["NotAuthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    takeBackBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: components["parameters"]["ReferenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch as it stands. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchStatus"];
                };
            };
            400: components["responses"]["ReferenceInvalid"];
            401: components["responses"]["NotAuthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    pauseBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, in double quotes or without. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: components["parameters"]["ReferenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch as it stands. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchStatus"];
                };
            };
            400: components["responses"]["ReferenceInvalid"];
            401: components["responses"]["NotAuthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["KeyRunning"];
            415: components["responses"]["MediaType"];
            422: components["responses"]["KeyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, in double quotes or without. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: components["parameters"]["ReferenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch as it stands. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchStatus"];
                };
            };
            400: components["responses"]["ReferenceInvalid"];
            401: components["responses"]["NotAuthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["KeyRunning"];
            415: components["responses"]["MediaType"];
            422: components["responses"]["KeyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    showMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: components["parameters"]["ReferenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message as it stands. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageStatus"];
                };
            };
            400: components["responses"]["ReferenceInvalid"];
            401: components["responses"]["NotAuthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    takeBackMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: components["parameters"]["ReferenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message as it stands. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageStatus"];
                };
            };
            400: components["responses"]["ReferenceInvalid"];
            401: components["responses"]["NotAuthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOwnTexts: {
        parameters: {
            query?: {
                /** @description Only with this id of your own. */
                external_id?: string;
                /** @description Only to this number. */
                recipient?: string;
                /** @description `open`: not final. `delivered`. `failed`: final and not delivered. Or the status code that is shown. */
                status?: string;
                /** @description Only those that were tried last on this channel. */
                channel?: "rcs" | "sms" | "voice";
                /** @description Made at this time or later (RFC 3339, or a date). */
                from?: string;
                /** @description Made before this time. */
                to?: string;
                /** @description How many at most. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TextPage"];
                };
            };
            400: components["responses"]["MessagingRefused"];
            401: components["responses"]["MessagingNotAuthorized"];
            429: components["responses"]["MessagingRateLimited"];
            500: components["responses"]["MessagingFailed"];
            503: components["responses"]["MessagingUnavailable"];
        };
    };
    sendText: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, in double quotes or without. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["Text"];
                "application/json": components["schemas"]["Text"];
            };
        };
        responses: {
            /** @description The text is recorded and on its way. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedText"] | components["schemas"]["Planned"];
                };
            };
            400: components["responses"]["MessagingRefused"];
            401: components["responses"]["MessagingNotAuthorized"];
            409: components["responses"]["MessagingKeyRunning"];
            413: components["responses"]["MessagingTooLarge"];
            415: components["responses"]["MessagingMediaType"];
            422: components["responses"]["MessagingKeyMismatch"];
            429: components["responses"]["MessagingRateLimited"];
            500: components["responses"]["MessagingFailed"];
            503: components["responses"]["MessagingUnavailable"];
        };
    };
    showText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: components["parameters"]["ReferenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text as it stands. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TextStatus"];
                };
            };
            400: components["responses"]["MessagingRefused"];
            401: components["responses"]["MessagingNotAuthorized"];
            404: components["responses"]["MessagingNotFound"];
            405: components["responses"]["MessagingMethodNotAllowed"];
            429: components["responses"]["MessagingRateLimited"];
            500: components["responses"]["MessagingFailed"];
            503: components["responses"]["MessagingUnavailable"];
        };
    };
    takeBackText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: components["parameters"]["ReferenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text as it stands. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TextStatus"];
                };
            };
            400: components["responses"]["MessagingRefused"];
            401: components["responses"]["MessagingNotAuthorized"];
            404: components["responses"]["MessagingNotFound"];
            405: components["responses"]["MessagingMethodNotAllowed"];
            429: components["responses"]["MessagingRateLimited"];
            500: components["responses"]["MessagingFailed"];
            503: components["responses"]["MessagingUnavailable"];
        };
    };
    listOwnVerifications: {
        parameters: {
            query?: {
                /** @description Only with this id of your own. */
                external_id?: string;
                /** @description Only to this number. */
                recipient?: string;
                /** @description Only in this state. */
                status?: "CREATED" | "ONGOING" | "REJECTED" | "FAILED" | "VERIFIED" | "CANCELED";
                /** @description Only those with this method. */
                channel?: "rcs" | "sms" | "voice";
                /** @description Made at this time or later (RFC 3339, or a date). */
                from?: string;
                /** @description Made before this time. */
                to?: string;
                /** @description How many at most. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationPage"];
                };
            };
            400: components["responses"]["VerificationRefused"];
            401: components["responses"]["VerificationNotAuthorized"];
            429: components["responses"]["VerificationRateLimited"];
            500: components["responses"]["VerificationFailed"];
            503: components["responses"]["VerificationUnavailable"];
        };
    };
    beginVerification: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, in double quotes or without. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationBeginning"];
            };
        };
        responses: {
            /** @description The verification is recorded, and its first method has begun. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationBegun"] | components["schemas"]["Planned"];
                };
            };
            400: components["responses"]["VerificationRefused"];
            401: components["responses"]["VerificationNotAuthorized"];
            405: components["responses"]["VerificationMethodNotAllowed"];
            409: components["responses"]["VerificationKeyRunning"];
            413: components["responses"]["VerificationTooLarge"];
            415: components["responses"]["VerificationMediaType"];
            422: components["responses"]["VerificationKeyMismatch"];
            429: components["responses"]["VerificationRateLimited"];
            500: components["responses"]["VerificationFailed"];
            503: components["responses"]["VerificationUnavailable"];
        };
    };
    showVerificationProcess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: components["parameters"]["ReferenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The verification as it stands. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationProcess"];
                };
            };
            401: components["responses"]["VerificationNotAuthorized"];
            404: components["responses"]["VerificationNotFound"];
            405: components["responses"]["VerificationMethodNotAllowed"];
            429: components["responses"]["VerificationRateLimited"];
            500: components["responses"]["VerificationFailed"];
            503: components["responses"]["VerificationUnavailable"];
        };
    };
    cancelVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: components["parameters"]["ReferenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The verification as it stands. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationProcess"];
                };
            };
            401: components["responses"]["VerificationNotAuthorized"];
            404: components["responses"]["VerificationNotFound"];
            405: components["responses"]["VerificationMethodNotAllowed"];
            429: components["responses"]["VerificationRateLimited"];
            500: components["responses"]["VerificationFailed"];
            503: components["responses"]["VerificationUnavailable"];
        };
    };
    changeVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: components["parameters"]["ReferenceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationChange"];
            };
        };
        responses: {
            /** @description Whether the code is right, also when it is not; of a cancellation, the verification as it stands. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationAnswer"] | components["schemas"]["VerificationProcess"];
                };
            };
            400: components["responses"]["VerificationRefused"];
            401: components["responses"]["VerificationNotAuthorized"];
            404: components["responses"]["VerificationNotFound"];
            405: components["responses"]["VerificationMethodNotAllowed"];
            413: components["responses"]["VerificationTooLarge"];
            415: components["responses"]["VerificationMediaType"];
            429: components["responses"]["VerificationRateLimited"];
            500: components["responses"]["VerificationFailed"];
            503: components["responses"]["VerificationUnavailable"];
        };
    };
    changeVerificationState: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: components["parameters"]["ReferenceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationChange"];
            };
        };
        responses: {
            /** @description Whether the code is right, also when it is not; of a cancellation, the verification as it stands. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationAnswer"] | components["schemas"]["VerificationProcess"];
                };
            };
            400: components["responses"]["VerificationRefused"];
            401: components["responses"]["VerificationNotAuthorized"];
            404: components["responses"]["VerificationNotFound"];
            405: components["responses"]["VerificationMethodNotAllowed"];
            413: components["responses"]["VerificationTooLarge"];
            415: components["responses"]["VerificationMediaType"];
            429: components["responses"]["VerificationRateLimited"];
            500: components["responses"]["VerificationFailed"];
            503: components["responses"]["VerificationUnavailable"];
        };
    };
    lookUpNumber: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, in double quotes or without. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description With country code. Blanks, brackets, dots, slashes, hyphens and an international prefix are removed. */
                complete_number: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LookUpRequest"];
            };
        };
        responses: {
            /** @description The number was looked up, and the look-up is recorded. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookUp"] | components["schemas"]["Planned"];
                };
            };
            400: components["responses"]["LookUpRefused"];
            401: components["responses"]["LookUpNotAuthorized"];
            404: components["responses"]["LookUpNotFound"];
            405: components["responses"]["LookUpMethodNotAllowed"];
            409: components["responses"]["LookUpKeyRunning"];
            413: components["responses"]["LookUpTooLarge"];
            415: components["responses"]["LookUpMediaType"];
            422: components["responses"]["LookUpKeyMismatch"];
            429: components["responses"]["LookUpRateLimited"];
            500: components["responses"]["LookUpFailed"];
            503: components["responses"]["LookUpUnavailable"];
        };
    };
    listOwnLookUps: {
        parameters: {
            query?: {
                /** @description Only with this id of your own. */
                external_id?: string;
                /** @description Only of this number. */
                recipient?: string;
                /** @description Only with this status code. */
                status?: 300 | 301;
                /** @description Show numbers and answers in full. */
                full?: boolean;
                /** @description Made at this time or later (RFC 3339, or a date). */
                from?: string;
                /** @description Made before this time. */
                to?: string;
                /** @description How many at most. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookUpPage"];
                };
            };
            400: components["responses"]["LookUpRefused"];
            401: components["responses"]["LookUpNotAuthorized"];
            429: components["responses"]["LookUpRateLimited"];
            500: components["responses"]["LookUpFailed"];
            503: components["responses"]["LookUpUnavailable"];
        };
    };
    lookUpNumberInBody: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, in double quotes or without. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    phone_number: string;
                } & components["schemas"]["LookUpRequest"];
            };
        };
        responses: {
            /** @description The number was looked up, and the look-up is recorded. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookUp"] | components["schemas"]["Planned"];
                };
            };
            400: components["responses"]["LookUpRefused"];
            401: components["responses"]["LookUpNotAuthorized"];
            404: components["responses"]["LookUpNotFound"];
            405: components["responses"]["LookUpMethodNotAllowed"];
            409: components["responses"]["LookUpKeyRunning"];
            413: components["responses"]["LookUpTooLarge"];
            415: components["responses"]["LookUpMediaType"];
            422: components["responses"]["LookUpKeyMismatch"];
            429: components["responses"]["LookUpRateLimited"];
            500: components["responses"]["LookUpFailed"];
            503: components["responses"]["LookUpUnavailable"];
        };
    };
    showMaskingBlock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Digits with country code.
                 * @example 4915112345678
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How it stands. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionBlock"];
                };
            };
            400: components["responses"]["SessionRefused"];
            401: components["responses"]["SessionNotAuthorized"];
            405: components["responses"]["SessionMethodNotAllowed"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["SessionFailed"];
            503: components["responses"]["SessionUnavailable"];
        };
    };
    addMaskingBlockOfAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Digits with country code.
                 * @example 4915112345678
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is blocked. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionBlock"];
                };
            };
            400: components["responses"]["SessionRefused"];
            401: components["responses"]["SessionNotAuthorized"];
            405: components["responses"]["SessionMethodNotAllowed"];
            413: components["responses"]["SessionTooLarge"];
            415: components["responses"]["SessionMediaType"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["SessionFailed"];
            503: components["responses"]["SessionUnavailable"];
        };
    };
    liftMaskingBlockOfAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Digits with country code.
                 * @example 4915112345678
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is not blocked by you. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionBlock"];
                };
            };
            400: components["responses"]["SessionRefused"];
            401: components["responses"]["SessionNotAuthorized"];
            405: components["responses"]["SessionMethodNotAllowed"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["SessionFailed"];
            503: components["responses"]["SessionUnavailable"];
        };
    };
    listOwnSessions: {
        parameters: {
            query?: {
                /** @description Only with this id of your own. */
                external_id?: string;
                /** @description Only with this party, or with this number in place of one. */
                recipient?: string;
                /** @description Only in this state. */
                status?: "open" | "in_progress" | "stopped" | "expired" | "closed";
                /** @description There is one. */
                channel?: "sms";
                /** @description Made at this time or later (RFC 3339, or a date). */
                from?: string;
                /** @description Made before this time. */
                to?: string;
                /** @description How many at most. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionPage"];
                };
            };
            400: components["responses"]["SessionRefused"];
            401: components["responses"]["SessionNotAuthorized"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["SessionFailed"];
            503: components["responses"]["SessionUnavailable"];
        };
    };
    openMaskingSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, in double quotes or without. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["NewSession"];
                "application/json": components["schemas"]["NewSession"];
            };
        };
        responses: {
            /** @description The session is open. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"] | components["schemas"]["Planned"];
                };
            };
            400: components["responses"]["SessionRefused"];
            401: components["responses"]["SessionNotAuthorized"];
            409: components["responses"]["SessionConflict"];
            413: components["responses"]["SessionTooLarge"];
            415: components["responses"]["SessionMediaType"];
            422: components["responses"]["SessionKeyMismatch"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["SessionFailed"];
            503: components["responses"]["SessionUnavailable"];
        };
    };
    showMaskingSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session as it stands. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            401: components["responses"]["SessionNotAuthorized"];
            404: components["responses"]["SessionNotFound"];
            405: components["responses"]["SessionMethodNotAllowed"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["SessionFailed"];
            503: components["responses"]["SessionUnavailable"];
        };
    };
    extendMaskingSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["SessionValidity"];
                "application/json": components["schemas"]["SessionValidity"];
            };
        };
        responses: {
            /** @description The session with its new end. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["SessionRefused"];
            401: components["responses"]["SessionNotAuthorized"];
            404: components["responses"]["SessionNotFound"];
            405: components["responses"]["SessionMethodNotAllowed"];
            409: components["responses"]["SessionConflict"];
            413: components["responses"]["SessionTooLarge"];
            415: components["responses"]["SessionMediaType"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["SessionFailed"];
            503: components["responses"]["SessionUnavailable"];
        };
    };
    closeMaskingSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session, which is over. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            401: components["responses"]["SessionNotAuthorized"];
            404: components["responses"]["SessionNotFound"];
            405: components["responses"]["SessionMethodNotAllowed"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["SessionFailed"];
            503: components["responses"]["SessionUnavailable"];
        };
    };
    listInteractions: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The next of the page before. */
                after?: string;
            };
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of interactions. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Interactions"];
                };
            };
            400: components["responses"]["SessionRefused"];
            401: components["responses"]["SessionNotAuthorized"];
            404: components["responses"]["SessionNotFound"];
            405: components["responses"]["SessionMethodNotAllowed"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["SessionFailed"];
            503: components["responses"]["SessionUnavailable"];
        };
    };
    listOwnCodes: {
        parameters: {
            query?: {
                /** @description Only with this id of your own. */
                external_id?: string;
                /** @description Only to this number. */
                recipient?: string;
                /** @description `open`: not final. `delivered`. `failed`: final and not delivered. Or the status code that is shown. */
                status?: string;
                /** @description Only those that were tried last on this channel. */
                channel?: "rcs" | "sms" | "voice";
                /** @description Made at this time or later (RFC 3339, or a date). */
                from?: string;
                /** @description Made before this time. */
                to?: string;
                /** @description How many at most. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodePage"];
                };
            };
            400: components["responses"]["VerifyRefused"];
            401: components["responses"]["VerifyNotAuthorized"];
            429: components["responses"]["VerifyRateLimited"];
            500: components["responses"]["VerifyFailed"];
            503: components["responses"]["VerifyUnavailable"];
        };
    };
    placeVerificationCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, in double quotes or without. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["VerificationCall"];
                "application/json": components["schemas"]["VerificationCall"];
            };
        };
        responses: {
            /** @description The call is recorded and on its way. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationStatus"] | components["schemas"]["Planned"];
                };
            };
            400: components["responses"]["VerifyRefused"];
            401: components["responses"]["VerifyNotAuthorized"];
            403: components["responses"]["VerifyBlocked"];
            409: components["responses"]["VerifyKeyRunning"];
            413: components["responses"]["VerifyTooLarge"];
            415: components["responses"]["VerifyMediaType"];
            422: components["responses"]["VerifyKeyMismatch"];
            429: components["responses"]["VerifyRateLimited"];
            500: components["responses"]["VerifyFailed"];
            503: components["responses"]["VerifyUnavailable"];
        };
    };
    sendCodeText: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, in double quotes or without. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["CodeText"];
                "application/json": components["schemas"]["CodeText"];
            };
        };
        responses: {
            /** @description The text is recorded and on its way, or it is recorded and not sent (518, 519). */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeTextStatus"] | components["schemas"]["Planned"];
                };
            };
            400: components["responses"]["VerifyRefused"];
            401: components["responses"]["VerifyNotAuthorized"];
            403: components["responses"]["VerifyBlocked"];
            409: components["responses"]["VerifyKeyRunning"];
            413: components["responses"]["VerifyTooLarge"];
            415: components["responses"]["VerifyMediaType"];
            422: components["responses"]["VerifyKeyMismatch"];
            429: components["responses"]["VerifyRateLimited"];
            500: components["responses"]["VerifyFailed"];
            503: components["responses"]["VerifyUnavailable"];
        };
    };
    showVerification: {
        parameters: {
            query?: {
                /** @description The code that a person gave. */
                verify_code?: string;
            };
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: components["parameters"]["ReferenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call or the text as it stands. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationStatus"] | components["schemas"]["CodeTextStatus"];
                };
            };
            401: components["responses"]["VerifyNotAuthorized"];
            404: components["responses"]["VerifyNotFound"];
            405: components["responses"]["VerifyMethodNotAllowed"];
            429: components["responses"]["VerifyRateLimited"];
            500: components["responses"]["VerifyFailed"];
            503: components["responses"]["VerifyUnavailable"];
        };
    };
    takeBackVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: components["parameters"]["ReferenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call or the text as it stands. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationStatus"] | components["schemas"]["CodeTextStatus"];
                };
            };
            401: components["responses"]["VerifyNotAuthorized"];
            404: components["responses"]["VerifyNotFound"];
            405: components["responses"]["VerifyMethodNotAllowed"];
            429: components["responses"]["VerifyRateLimited"];
            500: components["responses"]["VerifyFailed"];
            503: components["responses"]["VerifyUnavailable"];
        };
    };
    completeVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: components["parameters"]["ReferenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is noted with the call or the text; also with one of /v1/messaging. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationCompleted"];
                };
            };
            401: components["responses"]["VerifyNotAuthorized"];
            404: components["responses"]["VerifyNotFound"];
            405: components["responses"]["VerifyMethodNotAllowed"];
            413: components["responses"]["VerifyTooLarge"];
            415: components["responses"]["VerifyMediaType"];
            429: components["responses"]["VerifyRateLimited"];
            500: components["responses"]["VerifyFailed"];
            503: components["responses"]["VerifyUnavailable"];
        };
    };
    listCallbackSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The live secrets, newest first. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallbackSecrets"];
                };
            };
            401: components["responses"]["NotAuthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateCallbackSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, in double quotes or without. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Rotation"];
            };
        };
        responses: {
            /** @description The live secrets, newest first. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallbackSecrets"];
                };
            };
            /** @description The time is out of bounds, or the body is no JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["NotAuthorized"];
            409: components["responses"]["KeyRunning"];
            415: components["responses"]["MediaType"];
            422: components["responses"]["KeyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInbound: {
        parameters: {
            query?: {
                /** @description How many. */
                limit?: number;
                /** @description `next` of the answer before. Absent: from the oldest on. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of what came. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundPage"];
                };
            };
            400: components["responses"]["MessageRefused"];
            401: components["responses"]["NotAuthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    showMessageHistory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `reference_id` of its request.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60718
                 */
                reference_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The timeline, oldest first. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageHistory"];
                };
            };
            401: components["responses"]["NotAuthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    showTextHistory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `reference_id` of its request.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60718
                 */
                reference_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The timeline, oldest first. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageHistory"];
                };
            };
            401: components["responses"]["MessagingNotAuthorized"];
            404: components["responses"]["MessagingNotFound"];
            429: components["responses"]["MessagingRateLimited"];
            500: components["responses"]["MessagingFailed"];
            503: components["responses"]["MessagingUnavailable"];
        };
    };
    showCodeHistory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `reference_id` of its request.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60718
                 */
                reference_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The timeline, oldest first. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageHistory"];
                };
            };
            401: components["responses"]["VerifyNotAuthorized"];
            404: components["responses"]["VerifyNotFound"];
            429: components["responses"]["VerifyRateLimited"];
            500: components["responses"]["VerifyFailed"];
            503: components["responses"]["VerifyUnavailable"];
        };
    };
    listOwnCallbacks: {
        parameters: {
            query?: {
                /** @description Only in this state. */
                state?: components["schemas"]["CallbackState"];
                /** @description Only to this scheme, host and port, or URL. */
                endpoint?: string;
                /** @description Only of this time or later. */
                from?: string;
                /** @description Only from before this time. */
                to?: string;
                /** @description How many. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of callbacks. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallbackPage"];
                };
            };
            400: components["responses"]["MessageRefused"];
            401: components["responses"]["NotAuthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    showOwnCallback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the callback.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                callback_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The callback. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallbackShown"];
                };
            };
            400: components["responses"]["MessageRefused"];
            401: components["responses"]["NotAuthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliverOwnCallbacks: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, in double quotes or without. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallbackRedelivery"];
            };
        };
        responses: {
            /** @description How many, and the order. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedeliveryCounted"];
                };
            };
            400: components["responses"]["MessageRefused"];
            401: components["responses"]["NotAuthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyRunning"];
            415: components["responses"]["MediaType"];
            422: components["responses"]["KeyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description How many. */
                limit?: number;
                /** @description `next` of the answer before. Absent: from the oldest on. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            400: components["responses"]["MessageRefused"];
            401: components["responses"]["NotAuthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkCapabilities: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, in double quotes or without. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Of which the carriers can tell.
                 * @example rcs
                 */
                channel: components["parameters"]["CapabilityChannel"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CapabilityList"];
            };
        };
        responses: {
            /** @description The list is recorded. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CapabilityListAccepted"];
                };
            };
            400: components["responses"]["MessageRefused"];
            401: components["responses"]["CapabilityNotAuthorized"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["KeyRunning"];
            415: components["responses"]["MediaType"];
            422: components["responses"]["KeyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    showCapabilities: {
        parameters: {
            query?: {
                /** @description How many numbers. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Of which the carriers can tell.
                 * @example rcs
                 */
                channel: components["parameters"]["CapabilityChannel"];
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: components["parameters"]["ReferenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the result. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CapabilityResult"];
                };
            };
            400: components["responses"]["ReferenceInvalid"];
            401: components["responses"]["CapabilityNotAuthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkCapability: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Of which the carriers can tell.
                 * @example rcs
                 */
                channel: components["parameters"]["CapabilityChannel"];
                /**
                 * @description Digits with country code.
                 * @example 4915112345678
                 */
                phone_number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is known of the number. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Capability"];
                };
            };
            400: components["responses"]["MessageRefused"];
            401: components["responses"]["CapabilityNotAuthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["CapabilityUnavailable"];
        };
    };
    checkCapabilityOfAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Of which the carriers can tell.
                 * @example rcs
                 */
                channel: components["parameters"]["CapabilityChannel"];
                /**
                 * @description Digits with country code.
                 * @example 4915112345678
                 */
                phone_number: string;
                /**
                 * @description An agent of the account, such as bakery@rbm.goog, also without its host.
                 * @example bakery@rbm.goog
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is known of the number. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Capability"];
                };
            };
            400: components["responses"]["MessageRefused"];
            401: components["responses"]["CapabilityNotAuthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["CapabilityUnavailable"];
        };
    };
    listOwnOptOuts: {
        parameters: {
            query?: {
                /** @description How many. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of opt-outs. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOutPage"];
                };
            };
            400: components["responses"]["MessageRefused"];
            401: components["responses"]["NotAuthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    showOwnOptOut: {
        parameters: {
            query?: {
                /** @description A sender of yours. Absent: all of them. */
                sender?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Digits with country code.
                 * @example 4915112345678
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How it stands. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOut"];
                };
            };
            400: components["responses"]["MessageRefused"];
            401: components["responses"]["NotAuthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    addOwnOptOut: {
        parameters: {
            query?: {
                /** @description A sender of yours. Absent: all of them. */
                sender?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Digits with country code.
                 * @example 4915112345678
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How it stands. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOut"];
                };
            };
            400: components["responses"]["MessageRefused"];
            401: components["responses"]["NotAuthorized"];
            415: components["responses"]["MediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    liftOwnOptOut: {
        parameters: {
            query?: {
                /** @description A sender of yours. Absent: all of them. */
                sender?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Digits with country code.
                 * @example 4915112345678
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How it stands. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOut"];
                };
            };
            400: components["responses"]["MessageRefused"];
            401: components["responses"]["NotAuthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    showOwnAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account as it stands. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnAccount"];
                };
            };
            401: components["responses"]["NotAuthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeOwnAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnSettings"];
            };
        };
        responses: {
            /** @description The account afterwards. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnAccount"];
                };
            };
            /** @description A setting is not one of those that an account changes, or has a value that is not allowed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["NotAuthorized"];
            415: components["responses"]["MediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOwnKeys: {
        parameters: {
            query?: {
                /** @description How many. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnKeyPage"];
                };
            };
            400: components["responses"]["MessageRefused"];
            401: components["responses"]["NotAuthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    makeOwnKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, in double quotes or without. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new key. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeKey"];
                };
            };
            400: components["responses"]["MessageRefused"];
            401: components["responses"]["NotAuthorized"];
            /** @description The account has as many live keys as it may, or a request with the same Idempotency-Key is running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            415: components["responses"]["MediaType"];
            422: components["responses"]["KeyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeOwnKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Of the list.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key, revoked. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnKey"];
                };
            };
            401: components["responses"]["NotAuthorized"];
            /** @description The account has no such key. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description It is the last one. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    showOwnUsage: {
        parameters: {
            query?: {
                /** @description The first day, in UTC; absent the first of this month. */
                from?: string;
                /** @description The day after the last one; absent tomorrow. */
                to?: string;
                /** @description Some of day, product, channel and country, separated by commas; absent all of them. */
                by?: string;
                /** @description How many. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of what was used. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnUsagePage"];
                };
            };
            400: components["responses"]["MessageRefused"];
            401: components["responses"]["NotAuthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    healthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It does. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    readyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description Not ready, or stopping. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    readyzRequests: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It takes requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description It takes none, or is stopping. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text format of Prometheus. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    openapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": string;
                };
            };
        };
    };
    docs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of HTML that loads nothing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    docsErrors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of HTML that loads nothing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    carrierWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description HMAC-SHA512 over the decoded data, in base64. */
                "X-Goog-Signature"?: string;
            };
            path: {
                /** @description The name of the carrier in the configuration. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Taken; or the answer to a handshake, which is its secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["WebhookRefused"];
            401: components["responses"]["WebhookRefused"];
            403: components["responses"]["WebhookRefused"];
            /** @description No carrier of this name takes webhooks. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description It cannot be stored now. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    listReceivers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By their names. `callbacks` is always there. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        receivers: components["schemas"]["SandboxReceiver"][];
                    };
                };
            };
            401: components["responses"]["SandboxNotAuthorized"];
        };
    };
    receiveByGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Of a receiver: 1 to 40 of a-z, 0-9, - and _.
                 * @example callbacks
                 */
                name: components["parameters"]["Receiver"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SandboxReceived"];
            400: components["responses"]["SandboxReceiverName"];
        };
    };
    setReceiverAnswer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Of a receiver: 1 to 40 of a-z, 0-9, - and _.
                 * @example callbacks
                 */
                name: components["parameters"]["Receiver"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    status: number;
                };
            };
        };
        responses: {
            /** @description So it is from the next request on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The status is not allowed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["SandboxNotAuthorized"];
            404: components["responses"]["SandboxNoReceiver"];
        };
    };
    receiveByPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Of a receiver: 1 to 40 of a-z, 0-9, - and _.
                 * @example callbacks
                 */
                name: components["parameters"]["Receiver"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            200: components["responses"]["SandboxReceived"];
            400: components["responses"]["SandboxReceiverName"];
        };
    };
    listReceivedRequests: {
        parameters: {
            query?: {
                /** @description How many of them the reader has had: those after these are listed. */
                after?: number;
                /** @description Where there are none, wait so many seconds for the next one, and answer when it is there. */
                wait?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Of a receiver: 1 to 40 of a-z, 0-9, - and _.
                 * @example callbacks
                 */
                name: components["parameters"]["Receiver"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest last. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxReceivedRequest"][];
                };
            };
            /** @description A parameter is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["SandboxNotAuthorized"];
            404: components["responses"]["SandboxNoReceiver"];
        };
    };
    listHandsets: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of handsets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        handsets: {
                            phone_number: string;
                            /**
                             * Format: date-time
                             * @description Of what it got or sent last, or of its newest call: its end, or its first ring while it is under way.
                             */
                            last_on: string;
                            /** @description As many as are kept. */
                            messages: number;
                            /** @description As many as are kept. */
                            calls: number;
                        }[];
                        next: string | null;
                    };
                };
            };
            /** @description A parameter is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["SandboxNotAuthorized"];
        };
    };
    listHandsetMessages: {
        parameters: {
            query?: {
                /** @description How many of them the reader has had: those after these are listed. */
                after?: number;
                /** @description Where there are none, wait so many seconds for the next one, and answer when it is there. */
                wait?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The number of the handset, digits.
                 * @example 4915112345678
                 */
                number: components["parameters"]["Handset"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest last. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandsetMessage"][];
                };
            };
            /** @description The number, or a parameter, is not allowed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["SandboxNotAuthorized"];
        };
    };
    listHandsetCalls: {
        parameters: {
            query?: {
                /** @description Also those that ring or speak, all by when they began. */
                live?: boolean;
                /** @description How many of them the reader has had: those after these are listed. */
                after?: number;
                /** @description Where there are none, wait so many seconds for the next one, and answer when it is there. */
                wait?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The number of the handset, digits.
                 * @example 4915112345678
                 */
                number: components["parameters"]["Handset"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest last; those that are over, and with `live=true` those under way. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["HandsetCall"] | components["schemas"]["LiveHandsetCall"])[];
                };
            };
            /** @description The number, or a parameter, is not allowed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["SandboxNotAuthorized"];
        };
    };
    listenToHandsetCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the handset, digits.
                 * @example 4915112345678
                 */
                number: components["parameters"]["Handset"];
                /**
                 * @description The id of the call, and .wav.
                 * @example 5f1c2d3e4a5b6c7d.wav
                 */
                recording: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A WAV file, 16 bits at 8 kHz. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": string;
                };
            };
            401: components["responses"]["SandboxNotAuthorized"];
            /** @description This handset had no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    answerHandsetCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the handset, digits.
                 * @example 4915112345678
                 */
                number: components["parameters"]["Handset"];
                /**
                 * @description The id of a call under way.
                 * @example 5f1c2d3e4a5b6c7d
                 */
                call_id: components["parameters"]["HandsetCallId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The number is not allowed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["SandboxNotAuthorized"];
            /** @description This handset has no such call under way. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Not now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    declineHandsetCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the handset, digits.
                 * @example 4915112345678
                 */
                number: components["parameters"]["Handset"];
                /**
                 * @description The id of a call under way.
                 * @example 5f1c2d3e4a5b6c7d
                 */
                call_id: components["parameters"]["HandsetCallId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The number is not allowed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["SandboxNotAuthorized"];
            /** @description This handset has no such call under way. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Not now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    hangUpHandsetCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the handset, digits.
                 * @example 4915112345678
                 */
                number: components["parameters"]["Handset"];
                /**
                 * @description The id of a call under way.
                 * @example 5f1c2d3e4a5b6c7d
                 */
                call_id: components["parameters"]["HandsetCallId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The number is not allowed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["SandboxNotAuthorized"];
            /** @description This handset has no such call under way. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Not now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    pressKeysAtHandset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the handset, digits.
                 * @example 4915112345678
                 */
                number: components["parameters"]["Handset"];
                /**
                 * @description The id of a call under way.
                 * @example 5f1c2d3e4a5b6c7d
                 */
                call_id: components["parameters"]["HandsetCallId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description One after the other, four a second. */
                    keys: string;
                };
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The number, or the keys, are not allowed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["SandboxNotAuthorized"];
            /** @description This handset has no such call under way. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Not now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    setHandsetWaiting: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the handset, digits.
                 * @example 4915112345678
                 */
                number: components["parameters"]["Handset"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description false: calls go as the number says. */
                    waits: boolean;
                };
            };
        };
        responses: {
            /** @description So it is from the next call on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The number, or a field of the body, is not allowed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["SandboxNotAuthorized"];
        };
    };
    replyFromHandset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the handset, digits.
                 * @example 4915112345678
                 */
                number: components["parameters"]["Handset"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The sender to answer: a number, a short code, or an RCS agent. */
                    to: string;
                    text: string;
                };
            };
        };
        responses: {
            /** @description The text is on its way. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The number, or a field of the body, is not allowed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["SandboxNotAuthorized"];
            /** @description No gateway is connected to the simulated operators. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    sendFileFromHandset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the handset, digits.
                 * @example 4915112345678
                 */
                number: components["parameters"]["Handset"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The RCS agent. */
                    to: string;
                    /** @description Where the file lies. */
                    uri: string;
                    /** @default file */
                    name?: string;
                    /** @default application/octet-stream */
                    mime_type?: string;
                    /** @default 0 */
                    size_bytes?: number;
                };
            };
        };
        responses: {
            /** @description It is on its way. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The number, or a field of the body, is not allowed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["SandboxNotAuthorized"];
            /** @description No gateway is connected to the simulated operators. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    sendLocationFromHandset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the handset, digits.
                 * @example 4915112345678
                 */
                number: components["parameters"]["Handset"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The RCS agent. */
                    to: string;
                    latitude: number;
                    longitude: number;
                };
            };
        };
        responses: {
            /** @description It is on its way. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The number, or a field of the body, is not allowed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["SandboxNotAuthorized"];
            /** @description No gateway is connected to the simulated operators. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    tapOnHandset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the handset, digits.
                 * @example 4915112345678
                 */
                number: components["parameters"]["Handset"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["HandsetChoice"];
            };
        };
        responses: {
            /** @description The button is pressed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandsetPressed"];
                };
            };
            /** @description The number, or a field of the body, is not allowed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["SandboxNotAuthorized"];
            /** @description The handset has no such button. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description Only in this state. */
                state?: "active" | "suspended";
                /** @description Only of this kind. */
                kind?: "full_service" | "trial";
                /** @description Only those that have this in their name or Customer ID, in any case. */
                search?: string;
                /** @description How many. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorAccountList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorNewAccount"];
            };
        };
        responses: {
            /** @description The account, and the key unless one was brought along. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorCreatedAccount"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    showAccount: {
        parameters: {
            query?: {
                /** @description Show phone numbers in full. */
                full?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The Customer ID of the account.
                 * @example 7B1A64F3-9C0E-4D52-8A3B-5F6E7D8C9B0A
                 */
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorWholeAccount"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    changeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Customer ID of the account.
                 * @example 7B1A64F3-9C0E-4D52-8A3B-5F6E7D8C9B0A
                 */
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorAccountChange"];
            };
        };
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorAccount"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    suspendAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Customer ID of the account.
                 * @example 7B1A64F3-9C0E-4D52-8A3B-5F6E7D8C9B0A
                 */
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorAccount"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    activateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Customer ID of the account.
                 * @example 7B1A64F3-9C0E-4D52-8A3B-5F6E7D8C9B0A
                 */
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorAccount"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    putSender: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Customer ID of the account.
                 * @example 7B1A64F3-9C0E-4D52-8A3B-5F6E7D8C9B0A
                 */
                customer_id: components["parameters"]["CustomerId"];
                /**
                 * @description 3 to 15 digits, up to 11 letters and digits with at least one letter, or the id of an RBM agent.
                 * @example 491579000111
                 */
                sender: components["parameters"]["OperatorSender"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorSenderChange"];
            };
        };
        responses: {
            /** @description The sender. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorSender"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    removeSender: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Customer ID of the account.
                 * @example 7B1A64F3-9C0E-4D52-8A3B-5F6E7D8C9B0A
                 */
                customer_id: components["parameters"]["CustomerId"];
                /**
                 * @description 3 to 15 digits, up to 11 letters and digits with at least one letter, or the id of an RBM agent.
                 * @example 491579000111
                 */
                sender: components["parameters"]["OperatorSender"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorRemovedSender"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    addVerifiedNumber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Customer ID of the account.
                 * @example 7B1A64F3-9C0E-4D52-8A3B-5F6E7D8C9B0A
                 */
                customer_id: components["parameters"]["CustomerId"];
                /**
                 * @description A phone number: digits with country code.
                 * @example 4915112345678
                 */
                number: components["parameters"]["OperatorNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorVerifiedNumber"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    removeVerifiedNumber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Customer ID of the account.
                 * @example 7B1A64F3-9C0E-4D52-8A3B-5F6E7D8C9B0A
                 */
                customer_id: components["parameters"]["CustomerId"];
                /**
                 * @description A phone number: digits with country code.
                 * @example 4915112345678
                 */
                number: components["parameters"]["OperatorNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorVerifiedNumber"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Customer ID of the account.
                 * @example 7B1A64F3-9C0E-4D52-8A3B-5F6E7D8C9B0A
                 */
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All keys, revoked ones included. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorKeyList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Customer ID of the account.
                 * @example 7B1A64F3-9C0E-4D52-8A3B-5F6E7D8C9B0A
                 */
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorNewKey"];
            };
        };
        responses: {
            /** @description The key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorCreatedKey"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listOperatorCallbackSecrets: {
        parameters: {
            query?: {
                /** @description Whether the secrets are shown. */
                full?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The Customer ID of the account.
                 * @example 7B1A64F3-9C0E-4D52-8A3B-5F6E7D8C9B0A
                 */
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The live secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorCallbackSecrets"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Customer ID of the account.
                 * @example 7B1A64F3-9C0E-4D52-8A3B-5F6E7D8C9B0A
                 */
                customer_id: components["parameters"]["CustomerId"];
                /**
                 * @description The id of the key.
                 * @example 0190a3f0-4c6b-7000-a1b2-c3d4e5f60789
                 */
                key_id: components["parameters"]["OperatorKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorKey"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    findById: {
        parameters: {
            query: {
                /**
                 * @description As somebody has it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it is of; nearly always one thing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorFound"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /** @description Only of this account. */
                customer_id?: string;
                /** @description `open`: not final. `delivered`: 3000 or 3005. `failed`: final and not delivered. */
                state?: "open" | "delivered" | "failed";
                /** @description Only of this type. */
                message_type?: "OTP" | "ARN" | "MKT";
                /** @description Only to this number. */
                recipient?: string;
                /** @description Only with this id of the caller's own. */
                external_id?: string;
                /** @description Only those that were tried last on this channel. */
                channel?: "rcs" | "sms" | "voice";
                /** @description Only those of which a channel went to this carrier, or is to. */
                carrier?: string;
                /** @description Only with this status code. */
                code?: number;
                /** @description Created at or after this time (RFC 3339, or a date). */
                from?: string;
                /** @description Created before this time. */
                to?: string;
                /** @description Show phone numbers in full. */
                full?: boolean;
                /** @description How many. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of messages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorMessageList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listOperatorCalls: {
        parameters: {
            query?: {
                /** @description Only of this account. */
                customer_id?: string;
                /** @description Only to this number. */
                recipient?: string;
                /** @description Only with this status code. */
                code?: number;
                /** @description Only with this id of the caller's own. */
                external_id?: string;
                /** @description Made at this time or later (RFC 3339, or a date). */
                from?: string;
                /** @description Made before this time. */
                to?: string;
                /** @description Show phone numbers in full. */
                full?: boolean;
                /** @description How many at most. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorCallList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listOperatorBatches: {
        parameters: {
            query?: {
                /** @description Only of this account. */
                customer_id?: string;
                /** @description Only with this one, in full. */
                external_id?: string;
                /** @description Taken from this time on. */
                from?: string;
                /** @description Taken before this time. */
                to?: string;
                /** @description Only in this state. */
                state?: "in_progress" | "paused" | "cancelling" | "cancelled" | "done";
                /** @description How many. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of batches. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorBatchList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    showOperatorBatch: {
        parameters: {
            query?: {
                /** @description Only recipients without a message (`waiting`), of whom none is made (`refused`), or with one (`made`). */
                state?: "waiting" | "refused" | "made";
                /** @description Only recipients whose message has this status, or of whom none is made for this. */
                code?: number;
                /** @description Show phone numbers in full. */
                full?: boolean;
                /** @description How many recipients. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: components["parameters"]["ReferenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorBatch"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    pauseOperatorBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: components["parameters"]["ReferenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch as it stands. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorBatchStanding"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    resumeOperatorBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: components["parameters"]["ReferenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch as it stands. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorBatchStanding"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    takeBackOperatorBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: components["parameters"]["ReferenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch as it stands. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorBatchStanding"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listCallsInProgress: {
        parameters: {
            query?: {
                /** @description Of this account. */
                customer_id?: string;
                limit?: number;
                /** @description Show phone numbers in full. */
                full?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The calls. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        calls: {
                            /** @description 32 hex digits. */
                            reference_id: string;
                            customer_id: string;
                            external_id: string | null;
                            recipient: string;
                            /** Format: date-time */
                            created_on: string;
                            /** Format: date-time */
                            placed_on: string | null;
                            carrier: string | null;
                            node: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    showOperatorCall: {
        parameters: {
            query?: {
                /** @description Show phone numbers in full. */
                full?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: components["parameters"]["ReferenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorCall"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    showOperatorMessageHistory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `reference_id` of the message or of one of its channels.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The timeline, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageHistory"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    showOperatorMessageContents: {
        parameters: {
            query?: {
                /** @description Show what it says. */
                full?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The `reference_id` of the message or of one of its channels.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channels in the order in which they are tried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorMessageContents"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    takeBackOperatorMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `reference_id` of the message or of one of its channels.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How it stands now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        reference_id: string;
                        /** @description It was over before, and nothing has been changed. */
                        was_over: boolean;
                        status: {
                            code: number;
                            description: string;
                        };
                        /** Format: date-time */
                        final_on: string | null;
                    };
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    showOperatorMessage: {
        parameters: {
            query?: {
                /** @description Show phone numbers in full. */
                full?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: components["parameters"]["ReferenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorMessage"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listCallbacks: {
        parameters: {
            query?: {
                /** @description Only of this account. */
                customer_id?: string;
                /** @description Only of the message with this `reference_id`. */
                message?: string;
                /** @description Only in this state. */
                state?: components["schemas"]["CallbackState"];
                /** @description Of an account: only to this scheme, host and port, or URL. */
                endpoint?: string;
                /** @description Of an account: only of this time or later. */
                from?: string;
                /** @description Of an account: only from before this time. */
                to?: string;
                /** @description How many. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of callbacks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorCallbackList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    showOperatorCallback: {
        parameters: {
            query?: {
                /** @description Whether headers and body are shown, and answers as they came. */
                full?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the callback.
                 * @example 0190a3f0-4c6b-7000-a1b2-c3d4e5f60789
                 */
                callback_id: components["parameters"]["OperatorCallbackId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The callback. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorCallbackShown"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    redeliverCallbackRange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    customer_id: string;
                    /**
                     * @description Absent for each of them.
                     * @enum {string}
                     */
                    state?: "given_up" | "pending" | "delivered";
                    /** @description Scheme, host and port, or a whole URL. */
                    endpoint?: string;
                    /** @description RFC 3339 or a date; included. */
                    from: string;
                    /** @description Not included. Absent: until now. */
                    to?: string;
                    count_only?: boolean;
                };
            };
        };
        responses: {
            /** @description Counted, and nothing to send. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedeliveryCounted"];
                };
            };
            /** @description They are sent. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedeliveryCounted"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            415: components["responses"]["OperatorMediaType"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    redeliverCallback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the callback.
                 * @example 0190a3f0-4c6b-7000-a1b2-c3d4e5f60789
                 */
                callback_id: components["parameters"]["OperatorCallbackId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is due now. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorRedelivery"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listSandboxReceivers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By their names. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorReceiverList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listSandboxRequests: {
        parameters: {
            query?: {
                /** @description Only those after so many. */
                after?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The name of a receiver.
                 * @example callbacks
                 */
                receiver: components["parameters"]["OperatorReceiver"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest last. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorReceivedList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    setSandboxReceiverAnswer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of a receiver.
                 * @example callbacks
                 */
                receiver: components["parameters"]["OperatorReceiver"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    status: number;
                };
            };
        };
        responses: {
            /** @description So it is from the next request on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorReceiver"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listCarriers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All carriers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorCarrierList"];
                };
            };
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
        };
    };
    listCarrierAddresses: {
        parameters: {
            query?: {
                /** @description Show phone numbers in full. */
                full?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The name of the carrier in the configuration.
                 * @example smsc-1
                 */
                name: components["parameters"]["OperatorCarrier"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The addresses. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        addresses: components["schemas"]["OperatorAddress"][];
                    };
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
        };
    };
    readCarrierAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the carrier in the configuration.
                 * @example smsc-1
                 */
                name: components["parameters"]["OperatorCarrier"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    address: string;
                    /** @description Type of number; absent: 0, unknown. */
                    ton?: number;
                    /** @description Numbering plan; absent: 0, unknown. */
                    npi?: number;
                };
            };
        };
        responses: {
            /** @description What would be made of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorAddress"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
        };
    };
    drainCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the carrier in the configuration.
                 * @example smsc-1
                 */
                name: components["parameters"]["OperatorCarrier"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The carrier. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorCarrier"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    resumeCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the carrier in the configuration.
                 * @example smsc-1
                 */
                name: components["parameters"]["OperatorCarrier"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The carrier. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorCarrier"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listOptOuts: {
        parameters: {
            query?: {
                /** @description Only of this account. */
                customer_id?: string;
                /** @description Only of this number. */
                recipient?: string;
                /** @description Show phone numbers in full. */
                full?: boolean;
                /** @description How many. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of blocks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorOptOutList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    addOptOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorBlock"];
            };
        };
        responses: {
            /** @description The block stood already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorAddedBlock"];
                };
            };
            /** @description The block stands now. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorAddedBlock"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    liftOptOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorBlock"];
            };
        };
        responses: {
            /** @description It was lifted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorLiftedBlock"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listUnmatchedReceipts: {
        parameters: {
            query?: {
                /** @description Absent: waiting. */
                state?: "waiting" | "given_up";
                /** @description Only of this carrier. */
                carrier?: string;
                /** @description Show phone numbers in full. */
                full?: boolean;
                /** @description How many. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of receipts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorReceiptList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listInboundTexts: {
        parameters: {
            query?: {
                /** @description Only of this account. */
                customer_id?: string;
                /** @description Only these. `incomplete`: parts were missing after a day. */
                meaning?: "stop" | "start" | "help" | "other" | "incomplete";
                /** @description Show phone numbers in full. */
                full?: boolean;
                /** @description How many. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of texts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorTextList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    showInboundText: {
        parameters: {
            query?: {
                /** @description Show phone numbers and what it says. */
                full?: boolean;
            };
            header?: never;
            path: {
                /** @description As listed, or as the `reference_id` that its account was told. */
                inbound_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What came. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorTextShown"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listOperatorLookUps: {
        parameters: {
            query?: {
                /** @description Only of this account. */
                customer_id?: string;
                /** @description Only of this number. */
                number?: string;
                /** @description Only with this status code. */
                status?: 300 | 301;
                /** @description Only with this id of the caller's own. */
                external_id?: string;
                /** @description Made at this time or later (RFC 3339, or a date). */
                from?: string;
                /** @description Made before this time. */
                to?: string;
                /** @description Show phone numbers in full. */
                full?: boolean;
                /** @description How many at most. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorLookUpList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    showLookUp: {
        parameters: {
            query?: {
                /** @description Show the number and the answer. */
                full?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: components["parameters"]["ReferenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The look-up. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorLookUp"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listSources: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All sources. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorSourceList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listAllAddonCaps: {
        parameters: {
            query?: {
                /** @description How many accounts. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorAddonCapPage"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listConsents: {
        parameters: {
            query?: {
                customer_id?: string;
                number?: string;
                /** @description Show phone numbers in full. */
                full?: boolean;
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorConsentList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description How many. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorImportList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    startImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorNewImport"];
            };
        };
        responses: {
            /** @description The same file is on its way or has come in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorStartedImport"];
                };
            };
            /** @description It may begin. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorStartedImport"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    showImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How far it is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorShownImport"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    addImportRows: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                import_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorImportRows"];
            };
        };
        responses: {
            /** @description They have been dealt with. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorAddedRows"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            415: components["responses"]["OperatorMediaType"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    finishImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorImport"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    stopImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorImport"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listDataSets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sets of which an import is whole. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorDataSetList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    removeDataSet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: "breaches" | "contacts" | "deactivations";
                set: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone, or some of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        kind: string;
                        set: string;
                        /** @description Rows. */
                        removed: number;
                        is_all: boolean;
                    };
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listOperatorTemplates: {
        parameters: {
            query?: {
                /** @description Show what they say. */
                full?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The Customer ID of the account.
                 * @example 7B1A64F3-9C0E-4D52-8A3B-5F6E7D8C9B0A
                 */
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The templates. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorTemplateList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listAddonCaps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Customer ID of the account.
                 * @example 7B1A64F3-9C0E-4D52-8A3B-5F6E7D8C9B0A
                 */
                customer_id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorAddonCapList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    resetAddonCap: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The Customer ID of the account.
                 * @example 7B1A64F3-9C0E-4D52-8A3B-5F6E7D8C9B0A
                 */
                customer_id: components["parameters"]["CustomerId"];
                addon: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was forgotten. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorAddonCapReset"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    importNumbers: {
        parameters: {
            query?: {
                /** @description Into the pool of this account; absent, into the shared one. */
                customer_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
            };
        };
        responses: {
            /** @description What was brought in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorImportedNumbers"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listNumbers: {
        parameters: {
            query?: {
                /** @description Only of the pool of this account. */
                customer_id?: string;
                /** @description Only of the shared pool. */
                shared?: boolean;
                /** @description Only of this country, ISO 3166 alpha-2. */
                country?: string;
                state?: "active" | "retired";
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorNumberList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    forecastNumbers: {
        parameters: {
            query?: {
                /** @description How many of the busiest parties to show. */
                parties?: number;
                /** @description Show their phone numbers in full. */
                full?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pools and the busiest parties. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorForecast"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    retireNumber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorNumber"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listOperatorMaskingSessions: {
        parameters: {
            query?: {
                /** @description Only of this account. */
                customer_id?: string;
                /** @description Only with this party, or with this number in place of one. */
                number?: string;
                /** @description Only in this state; `live`: in any of the first three. */
                state?: "open" | "in_progress" | "stopped" | "expired" | "closed" | "live";
                /** @description Only with this id of the caller's own. */
                external_id?: string;
                /** @description Made at this time or later (RFC 3339, or a date). */
                from?: string;
                /** @description Made before this time. */
                to?: string;
                /** @description Show phone numbers in full. */
                full?: boolean;
                /** @description How many at most. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorMaskingSessionList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    showOperatorMaskingSession: {
        parameters: {
            query?: {
                /** @description Show phone numbers in full. */
                full?: boolean;
            };
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorMaskingSession"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    closeOperatorMaskingSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session as it stands. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorMaskingSession"] & {
                        /** @description It was over before, and nothing has been changed. */
                        was_over: boolean;
                    };
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listOperatorInteractions: {
        parameters: {
            query?: {
                /** @description Show what was written. */
                full?: boolean;
                /** @description How many at most. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorInteractionList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listMaskingBlocks: {
        parameters: {
            query?: {
                /** @description Only those that this account keeps out. */
                customer_id?: string;
                /** @description Only this number. */
                number?: string;
                /** @description Show phone numbers in full. */
                full?: boolean;
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorMaskingBlockList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    addMaskingBlock: {
        parameters: {
            query?: {
                /** @description For this account alone. */
                customer_id?: string;
            };
            header?: never;
            path: {
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The block, since when it stands. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorMaskingBlock"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    liftMaskingBlock: {
        parameters: {
            query?: {
                /** @description The one of this account. */
                customer_id?: string;
            };
            header?: never;
            path: {
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was lifted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorLiftedMaskingBlock"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listOperatorVerifications: {
        parameters: {
            query?: {
                /** @description Only of this account. */
                customer_id?: string;
                /** @description Only of this number. */
                recipient?: string;
                /** @description Only in this state. */
                state?: "CREATED" | "ONGOING" | "REJECTED" | "FAILED" | "VERIFIED" | "CANCELED";
                /** @description Only with this id of the caller's own. */
                external_id?: string;
                /** @description Made at this time or later (RFC 3339, or a date). */
                from?: string;
                /** @description Made before this time. */
                to?: string;
                /** @description Show phone numbers in full. */
                full?: boolean;
                /** @description How many at most. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorVerificationList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    showOperatorVerification: {
        parameters: {
            query?: {
                /** @description Show phone numbers in full. */
                full?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description As the answer to the request had it.
                 * @example 0190A3F04C6B7000A1B2C3D4E5F60789
                 */
                reference_id: components["parameters"]["ReferenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The verification. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorVerificationShown"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listNodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All nodes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorNodeList"];
                };
            };
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    watchHints: {
        parameters: {
            query?: {
                /**
                 * @description Of these, with commas between them: messages, calls, callbacks, sessions, look_ups, inbound, carriers, nodes, accounts, batches, handsets, verifications, imports, erasures, audit. Absent: all.
                 * @example messages,calls
                 */
                topics?: string;
                /** @description Of this account alone, and what is of no account. */
                customer_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            /** @description As many read hints as a node serves. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    diagnose: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was looked at. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorDiagnosis"];
                };
            };
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
        };
    };
    reloadSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings were read. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorReload"];
                };
            };
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            /** @description The settings cannot be used. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    resealUnderMasterKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorReseal"];
            };
        };
        responses: {
            /** @description One page was sealed again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorResealed"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            409: components["responses"]["OperatorNodesDiffer"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    showUsage: {
        parameters: {
            query?: {
                /** @description The first day; absent the first of this month. */
                from?: string;
                /** @description The day after the last one; absent tomorrow. */
                to?: string;
                /** @description Only of this account. */
                customer_id?: string;
                /** @description Summed up by some of day, customer_id, product, channel and country, separated by commas; absent by all of them. */
                by?: string;
                /** @description `csv`: RFC 4180, with the same columns. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of it, sent as it is read. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorUsageList"];
                    /**
                     * @example day,customer_id,product,channel,country,messages,parts,delivered,calls,look_ups,cost_millionths
                     *     2026-01-01,7B1A64F3-9C0E-4D52-8A3B-5F6E7D8C9B0A,omnichannel,rcs,DE,1,1,1,0,0,0
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listEndpoints: {
        parameters: {
            query?: {
                /** @description Only of this account. */
                customer_id?: string;
                /** @description `failing`: something was tried in vain; `waiting`: nothing was. */
                state?: "failing" | "waiting";
                /** @description How many endpoints. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorEndpointList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    showTraffic: {
        parameters: {
            query?: {
                /** @description From then on, at most 35 days before `to`; absent, `hours` before. */
                from?: string;
                /** @description Before that; absent, now. */
                to?: string;
                /** @description How long before `to` it begins. */
                hours?: number;
                /** @description Only what is known of this carrier. */
                carrier?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorTraffic"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    showBacklog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All carriers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorBacklog"];
                };
            };
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listErasures: {
        parameters: {
            query?: {
                /** @description Only those of this number. */
                number?: string;
                /** @description How many. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of receipts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorErasureList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    eraseNumber: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorNewErasure"];
            };
        };
        responses: {
            /** @description It was counted, and nothing is erased. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorErasureCount"];
                };
            };
            /** @description It is being erased; the receipt shows how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorErasure"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    showErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id in the receipt. */
                erasure_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The receipt as it stands. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorErasure"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    sendInSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description `omnichannel`: POST /v1/omnichannel; `batch`: POST /v1/omnichannel/batch; `messaging`: POST /v1/messaging;
                     *     `verify_sms` and `verify_call`: POST /v1/verify/sms and /v1/verify/call; `verification`: POST /verification;
                     *     `verification_change`, with `reference_id` in the body: PATCH /verification/{reference_id}/state;
                     *     `phoneid`: POST /v1/phoneid; `session`: POST /v1/anonymous/session/sms; `capability`: POST /capability/{channel},
                     *     or with `phone_number` and perhaps `agent_id` in the body GET /capability/{channel}/{phone_number}/{agent_id}.
                     * @enum {string}
                     */
                    operation: "omnichannel" | "batch" | "messaging" | "verify_sms" | "verify_call" | "verification" | "verification_change" | "phoneid" | "session" | "capability";
                    /** @description The body of that request. */
                    body: {
                        [key: string]: unknown;
                    };
                    /** @description The same as `dry_run` in the body. */
                    dry_run?: boolean;
                    /** @description Of `capability` alone. Absent: rcs. */
                    channel?: string;
                };
            };
        };
        responses: {
            /** @description What the operation answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNoSandbox"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            503: components["responses"]["OperatorStorageDown"];
            /** @description What the operation refuses, in its own words. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    listHandsetsInHand: {
        parameters: {
            query?: {
                /** @description How many. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of handsets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandsetsInHand"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNoSandbox"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    showHandsetInHand: {
        parameters: {
            query?: {
                /** @description The `version` that the reader has. Absent: it is answered at once. */
                since?: number;
                /** @description While the version is still that of `since`, wait so many seconds for another one. */
                wait?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The number of the handset, digits; or its `id`, by which it is known to who sees no number.
                 * @example 4915112345678
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The handset. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandsetInHand"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNoSandbox"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    replyFromHandsetInHand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the handset, digits.
                 * @example 4915112345678
                 */
                number: components["parameters"]["Handset"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    to: string;
                    text: string;
                };
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandsetDone"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNoSandbox"];
            409: components["responses"]["OperatorNotNow"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    tapOnHandsetInHand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the handset, digits.
                 * @example 4915112345678
                 */
                number: components["parameters"]["Handset"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the message or of its attempt. */
                    reference_id?: string;
                    index?: number;
                    text?: string;
                    payload?: string;
                };
            };
        };
        responses: {
            /** @description It is pressed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        done: string;
                        /** @description What the phone does, in words. */
                        what_happens: string;
                        button: components["schemas"]["HandsetButton"];
                        /** @description Of the attempt whose message has the button. */
                        reference_id: string | null;
                    };
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNoSandbox"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    sendFileFromHandsetInHand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the handset, digits.
                 * @example 4915112345678
                 */
                number: components["parameters"]["Handset"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    to: string;
                    uri: string;
                    /** @default file */
                    name?: string;
                    /** @default application/octet-stream */
                    mime_type?: string;
                    /** @default 0 */
                    size_bytes?: number;
                };
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandsetDone"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNoSandbox"];
            409: components["responses"]["OperatorNotNow"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    sendLocationFromHandsetInHand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the handset, digits.
                 * @example 4915112345678
                 */
                number: components["parameters"]["Handset"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    to: string;
                    latitude: number;
                    longitude: number;
                };
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandsetDone"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNoSandbox"];
            409: components["responses"]["OperatorNotNow"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    letHandsetInHandWait: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the handset, digits.
                 * @example 4915112345678
                 */
                number: components["parameters"]["Handset"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    waits: boolean;
                };
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandsetDone"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNoSandbox"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listenToHandsetInHand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the handset, digits.
                 * @example 4915112345678
                 */
                number: components["parameters"]["Handset"];
                /**
                 * @description The id of the call, and .wav.
                 * @example 5f1c2d3e4a5b6c7d.wav
                 */
                recording: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A WAV file, 16 bits at 8 kHz. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": string;
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNoSandbox"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    answerCallInHand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the handset, digits.
                 * @example 4915112345678
                 */
                number: components["parameters"]["Handset"];
                /** @description The id of the call. */
                call_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandsetDone"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNoSandbox"];
            409: components["responses"]["OperatorNotNow"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    declineCallInHand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the handset, digits.
                 * @example 4915112345678
                 */
                number: components["parameters"]["Handset"];
                /** @description The id of the call. */
                call_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandsetDone"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNoSandbox"];
            409: components["responses"]["OperatorNotNow"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    hangUpCallInHand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the handset, digits.
                 * @example 4915112345678
                 */
                number: components["parameters"]["Handset"];
                /** @description The id of the call. */
                call_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandsetDone"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNoSandbox"];
            409: components["responses"]["OperatorNotNow"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    pressKeysInHand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the handset, digits.
                 * @example 4915112345678
                 */
                number: components["parameters"]["Handset"];
                /** @description The id of the call. */
                call_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    keys: string;
                };
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandsetDone"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNoSandbox"];
            409: components["responses"]["OperatorNotNow"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listStories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All endings that have a story. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        stories: {
                            ending: string;
                            /** @enum {string} */
                            about: "messages" | "people" | "telephones" | "identity" | "everything";
                            says: string;
                        }[];
                        /** @description What every other number does. */
                        otherwise: string;
                    };
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNoSandbox"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listOperators: {
        parameters: {
            query?: {
                /** @description How many. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of operators. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorPersonList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    createOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorNewPerson"];
            };
        };
        responses: {
            /** @description It is there. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorMadePerson"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    revokeOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the operator. */
                operator_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorPerson"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listOperatorActions: {
        parameters: {
            query?: {
                /** @description Only of this one. */
                operator?: string;
                /** @description How many. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of actions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorActionList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    showSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who it is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleWho"];
                };
            };
            401: components["responses"]["OperatorNotAuthorized"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PeopleSignIn"];
            };
        };
        responses: {
            /** @description The session has begun. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleWho"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            429: components["responses"]["OperatorTooMany"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleEnded"];
                };
            };
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listWaysIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ways. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleWays"];
                };
            };
        };
    };
    signInByLink: {
        parameters: {
            query: {
                /** @description What the link holds. */
                key: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has begun; `Location` says where to go on. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleLocation"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description Only of this one. */
                user?: string;
                /** @description How many. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleSessionList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the session. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleEnded"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description How many. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of users. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleUserList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PeopleNewUser"];
            };
        };
        responses: {
            /** @description It is there. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleUser"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            429: components["responses"]["OperatorTooMany"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    showUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the user. */
                user_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleUser"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    removeUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the user. */
                user_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleUser"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            409: components["responses"]["OperatorLastAdmin"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    changeUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the user. */
                user_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PeopleUserChange"];
            };
        };
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleUser"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            409: components["responses"]["OperatorLastAdmin"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            429: components["responses"]["OperatorTooMany"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    inviteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the user. */
                user_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The path, which is shown this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleInvite"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    takeInvite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PeopleTakeInvite"];
            };
        };
        responses: {
            /** @description It is set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleInvited"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            403: components["responses"]["OperatorRightMissing"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            429: components["responses"]["OperatorTooMany"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    changeOwnPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PeopleNewPassword"];
            };
        };
        responses: {
            /** @description It is changed; how many sessions have ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleEnded"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            429: components["responses"]["OperatorTooMany"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    beginSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PeopleBeginFactor"];
            };
        };
        responses: {
            /** @description The secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleFactorSecret"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            429: components["responses"]["OperatorTooMany"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    confirmSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PeopleConfirmFactor"];
            };
        };
        responses: {
            /** @description It is in use. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleRecoveryCodes"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            429: components["responses"]["OperatorTooMany"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    removeSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PeopleRemoveFactor"];
            };
        };
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleRemoved"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            429: components["responses"]["OperatorTooMany"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listTokens: {
        parameters: {
            query?: {
                /** @description Only of this one. */
                user?: string;
                /** @description How many. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleTokenList"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PeopleNewToken"];
            };
        };
        responses: {
            /** @description The token, which is shown this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleMadeToken"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            413: components["responses"]["OperatorTooLarge"];
            415: components["responses"]["OperatorMediaType"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the token. */
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleToken"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description A page, or all of it as lines. */
                format?: "page" | "lines";
                /** @description Only of this one, such as `user:ada`. */
                actor?: string;
                /** @description Only about this account. */
                account?: string;
                /** @description Only this, in full, such as `POST /accounts/:id/suspend` or `sign in`. */
                action?: string;
                /** @description Only what names this in some field, in full: a user, a reference, an address, a session. A number is looked for as it was written down, masked. */
                names?: string;
                /** @description From this time on. */
                from?: string;
                /** @description Before this time. */
                to?: string;
                /** @description How many. */
                limit?: number;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries, or all of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleAuditList"];
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    verifyAudit: {
        parameters: {
            query?: {
                /** @description So many in this step; absent: all. */
                entries?: number;
                /** @description `next` of the step before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleAuditReport"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    showAuditEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its place in the log. */
                seq: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleAuditShown"];
                };
            };
            400: components["responses"]["OperatorWrong"];
            401: components["responses"]["OperatorNotAuthorized"];
            403: components["responses"]["OperatorRightMissing"];
            404: components["responses"]["OperatorNotFound"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    beginOidc: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It says in `Location` where to go on. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleLocation"];
                };
            };
            401: components["responses"]["OperatorNotAuthorized"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    endOidc: {
        parameters: {
            query?: {
                /** @description Of the provider. */
                code?: string;
                /** @description As it was begun. */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has begun; `Location` says where to go on. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleLocation"];
                };
            };
            401: components["responses"]["OperatorNotAuthorized"];
            429: components["responses"]["OperatorTooMany"];
            503: components["responses"]["OperatorStorageDown"];
        };
    };
    verificationStateCallback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["VerificationProcess"];
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    inboundTextCallback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["InboundText"];
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    inboundRcsCallback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["InboundRcs"];
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    relayedTextCallback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RelayedText"];
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    sessionEventCallback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SessionEvent"];
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    messageStatusCallback: {
        parameters: {
            query?: never;
            header?: {
                /** @description TSA customer_id:signature */
                Authorization?: string;
                /** @description The bare signature. */
                "X-TS-Authorization"?: string;
                /** @description Identifies the callback over all retries. */
                "webhook-id"?: string;
                /** @description Seconds since 1970-01-01 UTC at which this try was made. */
                "webhook-timestamp"?: number;
                /** @description One or two signatures of the form v1,base64, separated by blanks. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MessageStatus"];
            };
        };
        responses: {
            /** @description Nobody is there any more; this callback and those pending for the same URL are given up. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    codeTextStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CodeTextStatus"];
            };
        };
        responses: {
            /** @description Taken. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    callStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["VerificationStatus"];
            };
        };
        responses: {
            /** @description Taken. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    textStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TextStatus"];
            };
        };
        responses: {
            /** @description Taken. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
