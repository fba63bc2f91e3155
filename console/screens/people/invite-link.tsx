/**
 * The link of an invite, which is shown this once.
 */
import { GATEWAY_URL, type Schema } from '../../api/client.ts';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { Time } from '../../ui/time.tsx';

export interface InviteLinkProps {
  readonly invite: Schema<'PeopleInvite'>;
  readonly onDone: () => void;
}

export function InviteLink({ invite: { name, path, expires_on: until }, onDone }: InviteLinkProps) {
  return (
    <ShownOnce title={`A link for ${name}`} what="the link" value={`${GATEWAY_URL}${path}`} onDone={onDone}>
      <p>
        Whoever has it sets the password of {name}: give it to nobody else. It is good once, until <Time at={until} />.
      </p>
    </ShownOnce>
  );
}
