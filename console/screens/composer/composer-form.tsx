/**
 * A form as its groups say it: what is folded, what can be added and taken away.
 */
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Checkbox, Field, Select, TextArea } from '../../ui/field.tsx';
import { fromField, toField } from '../../ui/local-time.ts';
import styles from './composer.module.css';
import type { FormField, FormGroup, Values } from './form-field.ts';
import type { Problem } from './problem.ts';
import { countedText, countText } from './segments.ts';
import { fieldValue, lengthOf, withItem, withoutItem } from './values.ts';

export interface ComposerFormProps {
  readonly groups: readonly FormGroup[];
  readonly values: Values;
  readonly onChange: (values: Values) => void;
  /** What the gateway said of one of the fields. */
  readonly problem: Problem | null;
}

export function ComposerForm({ groups, ...rest }: ComposerFormProps) {
  return (
    <div className={styles.groups}>
      {groups.map((group) => (
        <Group key={keyOf(group)} group={group} {...rest} />
      ))}
    </div>
  );
}

function keyOf({ title, additions = [] }: FormGroup): string {
  return `${title} ${additions.map(({ list }) => list).join()}`;
}

interface GroupProps extends Omit<ComposerFormProps, 'groups'> {
  readonly group: FormGroup;
}

function Group(props: GroupProps) {
  const { group, values, onChange, problem } = props;
  const { title, fields, level = 0, isMore = false, item, additions = [] } = group;
  if (isMore) return <Folded {...props} />;
  if (fields.length === 0) {
    return (
      <div className={classes(styles.additions, level === 1 && styles.inside)}>
        {additions.map(({ label, list, values: own }) => (
          <Button
            key={list}
            size="small"
            icon="plus"
            onClick={() => onChange(withItem(values, list, { values: own, at: lengthOf(values, list) }))}
          >
            {label}
          </Button>
        ))}
      </div>
    );
  }
  return (
    <fieldset className={classes(styles.group, level === 1 && styles.inside)}>
      <legend className={styles.legend}>{title}</legend>
      <Inputs fields={fields} values={values} onChange={onChange} problem={problem} />
      {item && (
        <div className={styles.remove}>
          <Button kind="quiet" size="small" icon="trash" onClick={() => onChange(withoutItem(values, item))}>
            {`Remove ${title}`}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** Open from the beginning where something stands in it. */
function Folded({ group: { title, fields }, values, onChange, problem }: GroupProps) {
  const isUsed = fields.some(({ path }) => (values[path] ?? '') !== '');
  const [isOpen, setOpen] = useState(isUsed);
  const isWrong = fields.some(({ path }) => path === problem?.path);
  return (
    <details className={styles.folded} open={isOpen || isWrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      <Inputs fields={fields} values={values} onChange={onChange} problem={problem} />
    </details>
  );
}

function Inputs({
  fields,
  values,
  onChange,
  problem,
}: { readonly fields: readonly FormField[] } & Omit<GroupProps, 'group'>) {
  const areChoices = fields.every(({ kind }) => kind === 'object');
  return (
    <div className={classes(styles.fields, areChoices && styles.choices)}>
      {fields.map((field) => (
        <Input
          key={`${field.path} ${field.kind ?? ''}`}
          field={field}
          value={fieldValue(field, values)}
          problem={problem?.path === field.path ? problem.words : null}
          onChange={(value) => onChange({ ...values, [field.path]: value })}
        />
      ))}
    </div>
  );
}

interface InputProps {
  readonly field: FormField;
  readonly value: string;
  readonly problem: string | null;
  readonly onChange: (value: string) => void;
}

function Input({ field, value, problem, onChange }: InputProps) {
  const { path, label, kind, options = [], hint, placeholder, isNeeded } = field;
  const common = { label, hint, problem, name: path, required: isNeeded === true };
  const typed = { ...common, value, placeholder, autoComplete: 'off', spellCheck: kind === 'area' };
  switch (kind) {
    case 'choice':
      return <Select {...common} options={options} value={value} onChange={(event) => onChange(event.target.value)} />;
    case 'object':
      return (
        <Checkbox
          label={label}
          hint={hint}
          name={path}
          checked={value !== ''}
          onChange={(event) => onChange(event.target.checked ? 'yes' : '')}
        />
      );
    case 'area':
    case 'pairs':
      return (
        <div className={styles.wide}>
          <TextArea
            {...typed}
            rows={3}
            hint={isSms(path) && value !== '' ? <SmsHint text={value} hint={hint} /> : hint}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      );
    case 'time':
      return (
        <Field
          {...common}
          type="datetime-local"
          value={toField(value)}
          onChange={(event) => onChange(fromField(event.target.value))}
        />
      );
    default:
      return (
        <Field
          {...typed}
          inputMode={kind === 'number' ? 'decimal' : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

/** What goes out by SMS as it is written. */
function isSms(path: string): boolean {
  return path === 'message' || path === 'message.sms.parameters.text' || path === 'message.default.parameters.text';
}

function SmsHint({ text, hint = '' }: { readonly text: string; readonly hint?: string }) {
  const counted = countText(text);
  const { strangers } = counted;
  return (
    <>
      <strong>{countedText(counted)}.</strong> {strangers.length > 0 && `Because of ${strangers.join(' ')}. `}
      {hint}
    </>
  );
}
