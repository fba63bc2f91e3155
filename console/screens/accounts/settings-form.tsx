/**
 * The settings of an account. Where somebody else has changed the account meanwhile the reader is told, and what they
 * have written stays: only their own changes are sent (settings.ts).
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import { Field, Select, TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Section } from '../../ui/page.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { SETTING_GROUPS, type SettingField } from './setting-fields.ts';
import styles from './settings.module.css';
import { changeOf, isWrong, textOfSetting, type WrongSetting } from './settings.ts';

type Account = Schema<'OperatorWholeAccount'>;
type Settings = Schema<'OperatorSettings'>;

export function SettingsForm({ account }: { readonly account: Account }) {
  const { customer_id: id, name } = account;
  const client = useQueryClient();
  const say = useToast();
  // The settings that the reader began with.
  const [base, setBase] = useState<Pick<Account, 'settings' | 'version'>>(account);
  const [wrong, setWrong] = useState<WrongSetting | null>(null);
  const save = useMutation({
    mutationFn: (settings: Settings) => {
      const params = { path: { customer_id: id } };
      return take(api.PATCH('/operator/v1/accounts/{customer_id}', { params, body: { settings } }));
    },
    onSuccess: async (after) => {
      setBase(after);
      await client.invalidateQueries({ queryKey: ['accounts', id] });
      say(`The settings of ${name} are changed.`);
    },
  });
  const submit = (fields: FormData) => {
    const change = changeOf(base.settings, fields);
    setWrong(isWrong(change) ? change : null);
    if (isWrong(change)) return;
    if (Object.keys(change).length === 0) say('Nothing was changed.');
    else save.mutate(change as Settings);
  };
  const isElsewhere = account.version > base.version;
  return (
    // What is in the fields begins anew with each state that was loaded.
    <Form key={base.version} label="Settings" isWide onSubmit={submit}>
      <p>A field that is empty has the default. What is changed holds within 2 s on every node.</p>
      {SETTING_GROUPS.map(({ title, fields }) => (
        <Section key={title} title={title}>
          <div className={styles.fields}>
            {fields.map((field) => (
              <SettingInput
                key={field.name}
                field={field}
                account={{ ...account, ...base }}
                problem={wrong?.name === field.name ? wrong.why : null}
              />
            ))}
          </div>
        </Section>
      ))}
      <div className={styles.foot}>
        {isElsewhere && (
          <p role="status">
            The account was changed meanwhile.{' '}
            <Button size="small" onClick={() => setBase(account)}>
              Load it again
            </Button>
          </p>
        )}
        {save.error && <FailureNotice what="The settings are as before." error={save.error} />}
        {wrong && <FailureNotice what="Nothing was sent." error={new Error(`${wrong.name}: ${wrong.why}`)} />}
        <Button type="submit" kind="primary" needs="accounts" isBusy={save.isPending}>
          Save the changes
        </Button>
      </div>
    </Form>
  );
}

interface SettingInputProps {
  readonly field: SettingField;
  readonly account: Account;
  readonly problem: string | null;
}

function SettingInput({ field, account, problem }: SettingInputProps) {
  const { name, label, hint, byDefault, kind } = field;
  const shown = textOfSetting(account.settings as Readonly<Record<string, unknown>>, field);
  const common = { label, name, hint, problem, defaultValue: shown };
  switch (kind.is) {
    case 'switch':
    case 'choice':
    case 'key':
      return <Select {...common} options={optionsOf(field, account)} />;
    case 'lines':
    case 'json':
    case 'counts':
      return <TextArea {...common} rows={kind.is === 'lines' ? 2 : 4} placeholder={`Default: ${byDefault}`} />;
    case 'number':
      return (
        <Field
          {...common}
          type="number"
          min={kind.least ?? 0}
          max={kind.most}
          step={1}
          placeholder={`Default: ${byDefault}`}
        />
      );
    case 'time':
      return <Field {...common} type="time" />;
    default:
      return <Field {...common} autoComplete="off" spellCheck={false} placeholder={`Default: ${byDefault}`} />;
  }
}

function optionsOf({ kind, byDefault }: SettingField, { keys }: Account) {
  const first = { value: '', label: `Default: ${byDefault}` };
  if (kind.is === 'switch') return [first, { value: 'true', label: 'Yes' }, { value: 'false', label: 'No' }];
  if (kind.is === 'choice') return [first, ...kind.of.map((value) => ({ value, label: value }))];
  const live = keys.filter(({ revoked_on: at }) => at === null);
  return [first, ...live.map(({ id, hint }) => ({ value: id, label: hint }))];
}
