/**
 * TLS to a carrier: its settings and what Node makes of them.
 *
 * 1. The peer's name goes out as SNI and has to stand in its certificate, unless `verify` is off.
 * 2. Certificates are read at each connection, so renewed ones are taken up by the next.
 */
import { readFileSync } from 'node:fs';
import net from 'node:net';
import tls from 'node:tls';
import { type Static, Type } from 'typebox';

/** `peer`: what the other side is called, such as `the SMSC`. */
export function tlsSettingsSchema(peer: string, description: string) {
  return Type.Object(
    {
      server_name: Type.Optional(
        Type.String({
          minLength: 1,
          description: 'Name that the certificate must carry and that goes out as SNI; default: host.',
        }),
      ),
      ca_file: Type.Optional(
        Type.String({
          minLength: 1,
          description: 'PEM file of the authorities to trust; default: the well-known ones.',
        }),
      ),
      cert_file: Type.Optional(
        Type.String({ minLength: 1, description: `PEM file of our certificate, where ${peer} wants one.` }),
      ),
      key_file: Type.Optional(Type.String({ minLength: 1, description: 'PEM file of the private key of cert_file.' })),
      verify: Type.Boolean({ default: true, description: 'Check the certificate and its name. Off only for tests.' }),
    },
    { additionalProperties: false, description },
  );
}

export type TlsSettings = Static<ReturnType<typeof tlsSettingsSchema>>;

/** `host`: as configured, name or address. Throws when a file cannot be read. */
export function tlsOptions(settings: TlsSettings, host: string): tls.ConnectionOptions {
  const name = settings.server_name ?? host;
  const options: tls.ConnectionOptions = { rejectUnauthorized: settings.verify, minVersion: 'TLSv1.2' };
  if (net.isIP(name) === 0) options.servername = name;
  else options.checkServerIdentity = (_given, certificate) => tls.checkServerIdentity(name, certificate);
  if (settings.ca_file) options.ca = readFileSync(settings.ca_file);
  if (settings.cert_file) options.cert = readFileSync(settings.cert_file);
  if (settings.key_file) options.key = readFileSync(settings.key_file);
  return options;
}
