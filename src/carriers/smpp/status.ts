/**
 * What a command_status means for a message (SMPP 3.4 clause 5.1.3, with the 5.0 additions that peers use).
 *
 * 1. `busy`: the peer is throttling or full; the same message goes to the same peer after a pause.
 * 2. `temporary`: a passing fault of the peer. `rebind`: the peer has forgotten the bind. Neither is the message's
 *    fault.
 * 3. `permanent`: everything else, unknown statuses too. The settings of a carrier may say otherwise for each status.
 */

export type StatusMeaning = 'busy' | 'temporary' | 'rebind' | 'permanent';

const NAMES: ReadonlyMap<number, string> = new Map([
  [0x01, 'ESME_RINVMSGLEN'],
  [0x02, 'ESME_RINVCMDLEN'],
  [0x03, 'ESME_RINVCMDID'],
  [0x04, 'ESME_RINVBNDSTS'],
  [0x05, 'ESME_RALYBND'],
  [0x06, 'ESME_RINVPRTFLG'],
  [0x07, 'ESME_RINVREGDLVFLG'],
  [0x08, 'ESME_RSYSERR'],
  [0x0a, 'ESME_RINVSRCADR'],
  [0x0b, 'ESME_RINVDSTADR'],
  [0x0c, 'ESME_RINVMSGID'],
  [0x0d, 'ESME_RBINDFAIL'],
  [0x0e, 'ESME_RINVPASWD'],
  [0x0f, 'ESME_RINVSYSID'],
  [0x11, 'ESME_RCANCELFAIL'],
  [0x13, 'ESME_RREPLACEFAIL'],
  [0x14, 'ESME_RMSGQFUL'],
  [0x15, 'ESME_RINVSERTYP'],
  [0x33, 'ESME_RINVNUMDESTS'],
  [0x34, 'ESME_RINVDLNAME'],
  [0x40, 'ESME_RINVDESTFLAG'],
  [0x42, 'ESME_RINVSUBREP'],
  [0x43, 'ESME_RINVESMCLASS'],
  [0x44, 'ESME_RCNTSUBDL'],
  [0x45, 'ESME_RSUBMITFAIL'],
  [0x48, 'ESME_RINVSRCTON'],
  [0x49, 'ESME_RINVSRCNPI'],
  [0x50, 'ESME_RINVDSTTON'],
  [0x51, 'ESME_RINVDSTNPI'],
  [0x53, 'ESME_RINVSYSTYP'],
  [0x54, 'ESME_RINVREPFLAG'],
  [0x55, 'ESME_RINVNUMMSGS'],
  [0x58, 'ESME_RTHROTTLED'],
  [0x61, 'ESME_RINVSCHED'],
  [0x62, 'ESME_RINVEXPIRY'],
  [0x63, 'ESME_RINVDFTMSGID'],
  [0x64, 'ESME_RX_T_APPN'],
  [0x65, 'ESME_RX_P_APPN'],
  [0x66, 'ESME_RX_R_APPN'],
  [0x67, 'ESME_RQUERYFAIL'],
  [0xc0, 'ESME_RINVOPTPARSTREAM'],
  [0xc1, 'ESME_ROPTPARNOTALLWD'],
  [0xc2, 'ESME_RINVPARLEN'],
  [0xc3, 'ESME_RMISSINGOPTPARAM'],
  [0xc4, 'ESME_RINVOPTPARAMVAL'],
  [0xfe, 'ESME_RDELIVERYFAILURE'],
  [0xff, 'ESME_RUNKNOWNERR'],
  [0x100, 'ESME_RSERTYPUNAUTH'],
  [0x101, 'ESME_RPROHIBITED'],
  [0x102, 'ESME_RSERTYPUNAVAIL'],
  [0x103, 'ESME_RSERTYPDENIED'],
  [0x104, 'ESME_RINVDCS'],
  [0x105, 'ESME_RINVSRCADDRSUBUNIT'],
  [0x106, 'ESME_RINVDSTADDRSUBUNIT'],
]);

const MEANINGS: ReadonlyMap<number, StatusMeaning> = new Map([
  [0x14, 'busy'],
  [0x58, 'busy'],
  [0x08, 'temporary'],
  [0x45, 'temporary'],
  [0x64, 'temporary'],
  [0xfe, 'temporary'],
  [0xff, 'temporary'],
  [0x102, 'temporary'],
  [0x04, 'rebind'],
  [0x05, 'rebind'],
  [0x0d, 'rebind'],
  [0x0e, 'rebind'],
  [0x0f, 'rebind'],
]);

/** `own` is the table from the settings; it goes before ours. */
export function meaningOf(status: number, own: ReadonlyMap<number, StatusMeaning>): StatusMeaning {
  return own.get(status) ?? MEANINGS.get(status) ?? 'permanent';
}

/** A bind that is refused with one of these will be refused again until somebody changes the settings. */
export function isConfigurationError(status: number): boolean {
  return status === 0x0d || status === 0x0e || status === 0x0f;
}

/** `0x58 ESME_RTHROTTLED`, or only the number. */
export function statusText(status: number): string {
  const hex = `0x${status.toString(16).padStart(2, '0')}`;
  const name = NAMES.get(status);
  return name ? `${hex} ${name}` : hex;
}
