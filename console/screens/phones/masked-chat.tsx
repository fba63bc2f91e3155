/**
 * Opens a masked chat between two phones: both stand side by side, and each texts the mask of the other.
 */
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import * as requests from './requests.ts';
import { MASKED_PAIR } from './sending/samples.ts';

const VALID_HOURS = 24;

export function MaskedChat() {
  const navigate = useNavigate();
  const opening = useMutation({
    mutationFn: () => requests.openSession({ numbers: MASKED_PAIR, hours: VALID_HOURS }),
    onSuccess: ({ masks: [maskOfFirst, maskOfSecond] }) => {
      const [first, second] = MASKED_PAIR;
      const search = { with: maskOfSecond, beside: second, besideWith: maskOfFirst };
      void navigate({ to: `/phones/${first}`, search: search as never });
    },
  });
  return (
    <>
      <Button icon="mask" needs="operate" isBusy={opening.isPending} onClick={() => opening.mutate()}>
        Open a masked chat
      </Button>
      {opening.error && <FailureNotice what="The masked chat was not opened." error={opening.error} />}
    </>
  );
}
