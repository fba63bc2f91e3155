/**
 * The request to take along: with curl, with the SDK, in TypeScript without it, or its body alone.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '../../api/client.ts';
import { SCROLLS } from '../../phone/scrolls.ts';
import { Copy } from '../../ui/copy.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { curlText, sdkText, typescriptText } from './code-texts.ts';
import styles from './composer.module.css';
import { type Composed, requestOf } from './request.ts';
import { Ways } from './ways.tsx';

/** Where callers find the gateway is not where its operators do; it is kept in this browser. */
const BASE_URL = { key: 'trunkline.base-url', usual: 'http://127.0.0.1:8080' };

const KINDS = { curl: 'curl', sdk: 'SDK', typescript: 'TypeScript', json: 'JSON' } as const;
type Kind = keyof typeof KINDS;

export function CodeView({ composed }: { readonly composed: Composed }) {
  const [kind, setKind] = useState<Kind>('curl');
  const [baseUrl, setBaseUrl] = useState(() => localStorage.getItem(BASE_URL.key) ?? BASE_URL.usual);
  const request = requestOf(composed);
  const [customerId, setCustomerId] = useState('');
  const place = { baseUrl, customerId };
  const texts: Readonly<Record<Kind, string>> = {
    curl: curlText(request, place),
    sdk: sdkText(request, place),
    typescript: typescriptText(request, place),
    json: `${JSON.stringify(request.body ?? {}, null, 2)}\n`,
  };
  return (
    <div className={styles.code}>
      <Ways
        label="In which language"
        ways={(Object.keys(KINDS) as Kind[]).map((name) => ({ name, label: KINDS[name] }))}
        current={kind}
        onChange={setKind}
      >
        <Copy value={texts[kind]} what={KINDS[kind]} isNamed />
      </Ways>
      <Block label={KINDS[kind]} text={texts[kind]} />
      <div className={styles.fields}>
        <AccountField value={customerId} onChange={setCustomerId} />
        <Field
          label="Address for callers"
          value={baseUrl}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setBaseUrl(event.target.value);
            localStorage.setItem(BASE_URL.key, event.target.value);
          }}
        />
      </div>
      <p className={styles.caption}>
        API_KEY is that of the account: no key stands here, nor in the address of this page.
      </p>
    </div>
  );
}

const MOST_ACCOUNTS = 500;

/** Whose request it is, among the accounts that there are. */
function AccountField({ value, onChange }: { readonly value: string; readonly onChange: (id: string) => void }) {
  const { data } = useQuery({
    queryKey: ['accounts', 'of code'],
    queryFn: () =>
      take(api.GET('/operator/v1/accounts', { params: { query: { limit: MOST_ACCOUNTS, state: 'active' } } })),
  });
  const accounts = data?.accounts ?? [];
  return (
    <Select
      label="Account"
      value={value}
      options={[
        { value: '', label: 'From the environment' },
        ...accounts.map(({ customer_id: id, name }) => ({ value: id, label: `${name} (${id.slice(0, 8)})` })),
      ]}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** A piece of code. It scrolls, so it can be reached. */
export function Block({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <section className={styles.block} aria-label={label} {...SCROLLS}>
      <pre>{text}</pre>
    </section>
  );
}
