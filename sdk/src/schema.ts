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
        /**
         * @description Texts are in docs/errors.md. The overall status is 3001 until it is final.
         * @enum {integer}
         */
        StatusCode: 3000 | 3001 | 3003 | 3005 | 3007 | 3033 | 3039 | 3041 | 3042 | 3043 | 3046 | 3055 | 3056 | 3406;
        /**
         * Format: date-time
         * @description When it is sent at the earliest, where the request said so.
         */
        ShownSendAt: string;
        ChannelStatus: {
            code: components["schemas"]["StatusCode"];
            description: string;
            reference_id: string;
            /** Format: date-time */
            updated_on: string;
        };
        Refusal: {
            status: {
                code: number;
                description: string;
                /** Format: date-time */
                updated_on: string;
            };
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
        /** @description One of the templates of RCS (docs/templates.md), or one that the account keeps. */
        RcsContent: {
            template: string;
            suggestions?: components["schemas"]["SuggestionsBeside"];
        } | components["schemas"]["RcsText"] | components["schemas"]["RcsFile"] | components["schemas"]["RcsLocation"] | components["schemas"]["RcsUrlAction"] | components["schemas"]["RcsDialAction"] | components["schemas"]["RcsTwoReplies"] | components["schemas"]["RcsThreeReplies"] | components["schemas"]["RcsUrlCard"] | components["schemas"]["RcsDialCard"] | components["schemas"]["RcsRichCard"] | components["schemas"]["RcsCarousel"] | components["schemas"]["KeptContent"];
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
        /** @description What stands on the button. */
        ButtonText: string;
        /** @description Comes back, exactly as it stands here, when the button is pressed. */
        ButtonPayload: string;
        /** @description A phone number with country code, with a plus or without. */
        NumberToDial: string;
        /** @description An http or https URL. */
        Link: string;
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
        /** @description An http or https URL that everybody can read, without user and password. */
        MediaUrl: string;
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
        /**
         * @description Of the image: 112, 168 or 264 dp. Needed with `media_url`, but on a HORIZONTAL card, where it means nothing.
         * @enum {string}
         */
        MediaHeight: "SHORT" | "MEDIUM" | "TALL";
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
        /** @description A card with at least one of title, description and image. */
        Card: {
            title?: string;
            description?: string;
            media_url?: components["schemas"]["MediaUrl"];
            media_height?: components["schemas"]["MediaHeight"];
            suggestions?: components["schemas"]["Suggestion"][];
        };
        /** @description A template that the account keeps for this channel (/v1/omnichannel/templates), with its values. */
        KeptContent: {
            template: string;
            /** @description One for each of `mandatory_parameters`. */
            parameters?: {
                [key: string]: string | number;
            };
        };
        SmsContent: {
            /** @constant */
            template?: "text";
            parameters: {
                /** @description At most 10 parts. */
                text: string;
            };
        } | components["schemas"]["KeptContent"];
        /** @description A text for every listed channel without content of its own, within the limits of each. */
        DefaultContent: {
            /** @constant */
            template?: "text";
            parameters: {
                text: string;
            };
            suggestions?: components["schemas"]["SuggestionsBeside"];
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
            methods?: Record<string, unknown>[];
            call?: components["schemas"]["PlannedCall"];
            sim_swap?: components["schemas"]["PlannedAddOn"];
            /** @description Of a look-up, by the key that was asked. */
            addons?: {
                [key: string]: components["schemas"]["PlannedAddOn"];
            };
            /** @description Of a look-up: if every source had to be asked. */
            most_cost?: number;
            /** @description Of a session, as `phone_number_2`: its number, and from which pool and of which countries its mask would be. */
            phone_number_1?: Record<string, unknown>;
            phone_number_2?: Record<string, unknown>;
            /** @description Of a batch: the plans of the first recipients that are taken, each with its `place`. */
            recipients?: Record<string, unknown>[];
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
            template: Record<string, unknown>;
            /** @description Which route decides; null: none fits. */
            route: Record<string, unknown> | null;
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
                trunks?: Record<string, unknown>[];
            }[];
            /** @description What is known of the recipient; no carrier is asked. */
            capability: Record<string, unknown> | null;
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
            followed_by: Record<string, unknown> | null;
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
            sources: Record<string, unknown>[];
            network_asked_of: Record<string, unknown>[];
            cap: Record<string, unknown> | null;
            most_cost: number;
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
            message: Record<string, unknown>;
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
        TextPage: {
            texts: components["schemas"]["TextStatus"][];
            /** @description Go on with it as `after`; null: this was the last page. */
            next: string | null;
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
        AcceptedText: {
            reference_id: string;
            /** @description Where the request had one. */
            external_id?: string;
            status: components["schemas"]["StatusOfText"];
        };
        VerificationPage: {
            verifications: components["schemas"]["VerificationProcess"][];
            /** @description Go on with it as `after`; null: this was the last page. */
            next: string | null;
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
        VerificationRecipient: {
            phone_number: string;
        };
        VerificationPolicy: {
            method: string;
            fallback_time: number;
        }[];
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
        VerificationCode: {
            /** @enum {integer} */
            code: 3900 | 3901 | 3904 | 3909;
            description: string;
        };
        VerificationChange: {
            /** @enum {string} */
            action: "finalize" | "cancel";
            /** @description The code; needed by finalize. */
            security_factor?: string;
        };
        VerificationAnswer: {
            status: components["schemas"]["VerificationCode"];
        };
        LookUpRequest: {
            dry_run?: components["schemas"]["DryRun"];
            /** @description Each key is an add-on, its value an object with what the add-on needs. An unknown key is answered with 2801; one that is called like a field of the answer (`status`, `carrier` …) is refused, since an add-on would stand in that field's place. */
            addons?: {
                age_verify?: Record<string, unknown>;
                /** @description Also as `breached_number_check`; the answer stands under the key that was asked. */
                breached_data?: Record<string, unknown>;
                /** @description Needs `consent`. */
                call_forward_detection?: Record<string, unknown>;
                contact?: Record<string, unknown>;
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
                subscriber_status?: Record<string, unknown>;
                porting_history?: {
                    past_x_days?: number;
                };
                porting_status?: Record<string, unknown>;
                sim_swap?: Record<string, unknown>;
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
        AgeVerify: {
            age_verified?: boolean;
            status: components["schemas"]["AddOnStatus"];
        };
        AddOnStatus: {
            code: number;
            description: string;
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
            answer: Record<string, unknown> | null;
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
        SessionPage: {
            sessions: components["schemas"]["Session"][];
            /** @description Go on with it as `after`; null: this was the last page. */
            next: string | null;
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
        SessionValidity: {
            validity_period: number;
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
        CodePage: {
            verifications: (components["schemas"]["VerificationStatus"] | components["schemas"]["CodeTextStatus"])[];
            /** @description Go on with it as `after`; null: this was the last page. */
            next: string | null;
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
            language?: string;
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
            language?: string;
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
        Rotation: {
            /**
             * @description 0 to 604800 seconds for which the secret before the new one signs too.
             * @default 86400
             */
            previous_valid_for?: number | string;
        };
        InboundPage: {
            inbound: (components["schemas"]["InboundText"] | components["schemas"]["InboundRcs"])[];
            /** @description For `after`, always. */
            next: string;
            /** @description There is another page at once. */
            more: boolean;
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
            errors: Record<string, unknown>;
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
        MessageHistory: {
            reference_id: string;
            history: {
                /** Format: date-time */
                at: string;
                kind: string;
                text: string;
                details: Record<string, unknown>;
            }[];
        };
        /**
         * @description `not_sent`: it has no address, and is only an event.
         * @enum {string}
         */
        CallbackState: "pending" | "delivered" | "given_up" | "not_sent";
        CallbackPage: {
            callbacks: components["schemas"]["CallbackFields"][];
            /** @description For `after`; a page may be short, or empty, though there is another. */
            next: string | null;
        };
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
        CallbackShown: components["schemas"]["CallbackFields"] & components["schemas"]["CallbackSent"];
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
        RedeliveryCounted: {
            /** @description How many fit. */
            count: number;
            /**
             * Format: uuid
             * @description The order; null where nothing is sent.
             */
            redelivery: string | null;
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
                body: Record<string, unknown> | null;
            }[];
            /** @description For `after`, always. */
            next: string;
            /** @description There is another page at once. */
            more: boolean;
        };
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
        /** @description What the device shows, as the carrier names it; names that are not listed here may come. Null: on the channel, and the carrier said no more. */
        CapabilityFeatures: string[] | null;
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
        OwnKeyPage: {
            keys: components["schemas"]["OwnKey"][];
            /** @description `after` of the next page; null: there is none. */
            next: string | null;
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
    };
    responses: {
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
        /** @description The first request with this Idempotency-Key is still running. */
        KeyRunning: {
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
        /** @description What stands in the path is no reference at all. */
        ReferenceInvalid: {
            headers: {
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
        /** @description There is none with this reference on the account, or no such path. */
        VerificationNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
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
        /** @description The body is larger than 64 KB. */
        LookUpTooLarge: {
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
        /** @description The body is larger than 64 KB. */
        SessionTooLarge: {
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
        /** @description A request with this Idempotency-Key is still running, or the session is over. */
        SessionConflict: {
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
        /** @description The account has no such session. */
        SessionNotFound: {
            headers: {
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
        /** @description A request with this Idempotency-Key is still running. */
        VerifyKeyRunning: {
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
        /** @description The body is of a kind that cannot be read; the text names it, and what is allowed. */
        VerifyMediaType: {
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
    };
    parameters: {
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
         * @description Of which the carriers can tell.
         * @example rcs
         */
        CapabilityChannel: "rcs";
        /**
         * @description Of a receiver: 1 to 40 of a-z, 0-9, - and _.
         * @example callbacks
         */
        Receiver: string;
        /**
         * @description The number of the handset, digits.
         * @example 4915112345678
         */
        Handset: string;
        /**
         * @description The id of a call under way.
         * @example 5f1c2d3e4a5b6c7d
         */
        HandsetCallId: string;
    };
    requestBodies: never;
    headers: {
        /** @description The limit of the product, q requests in w seconds. */
        "RateLimit-Policy": string;
        /** @description r requests are left, for t seconds. */
        RateLimit: string;
        /** @description How to show who one is. */
        "WWW-Authenticate": string;
        /** @description Seconds to wait. */
        "Retry-After": number;
        /** @description The methods that the path has. */
        Allow: string;
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
                "application/json": Record<string, unknown>;
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
