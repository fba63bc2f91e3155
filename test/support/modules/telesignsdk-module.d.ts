/** The part of npm `telesignsdk` 3.0.4, which has no types, that the tests call. */
declare module 'telesignsdk' {
  type Done = (error: unknown, body: unknown) => void;

  interface RestClient {
    readonly restEndpoint: string;
    execute(
      done: Done,
      method: string,
      resource: string,
      params?: object | null,
      authMethod?: string | null,
      nonce?: string | null,
      date?: string | null,
    ): void;
    setContentType(contentType: string): void;
  }

  class TeleSign {
    constructor(customerId: string, apiKey: string, restEndpoint: string, timeout?: number);
    readonly rest: RestClient;
    readonly sms: {
      message(done: Done, phoneNumber: string, message: string, messageType: string): void;
      status(done: Done, referenceId: string): void;
    };
    readonly voice: { call(done: Done, phoneNumber: string, message: string, messageType: string): void };
    readonly score: { score(done: Done, phoneNumber: string, lifecycleEvent: string): void };
    readonly phoneid: {
      phoneID(done: Done, phoneNumber: string, params?: object | null): void;
      setContentType(contentType: string): void;
    };
    readonly appverify: { status(done: Done, externalId: string): void };
  }

  export = TeleSign;
}
