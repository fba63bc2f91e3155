#!/usr/bin/perl
# An SMSC made of Net::SMPP (Debian: libnet-smpp-perl). Prints its port, then one line for each thing that it is told:
#   submit <message id> <esm_class> <data_coding> <hex of the short message> <source> <destination>
#   answer <status>            a deliver_sm was answered
#   unbind
# Every submit gets a receipt. A text that begins with "reply " comes back as an inbound text. Ends with its input.
use strict;
use warnings;
use IO::Select;
use Net::SMPP;

$| = 1;
my $server = Net::SMPP->new_listen('127.0.0.1', port => 0, smpp_version => 0x34, interface_version => 0x34)
  or die "cannot listen: $!";
print 'port ', $server->sockport, "\n";

my $select = IO::Select->new($server, \*STDIN);
my %receives;
my $count = 0;

while (my @ready = $select->can_read) {
  for my $socket (@ready) {
    if ($socket == \*STDIN) { exit 0 unless sysread(STDIN, my $ignored, 1) }
    elsif ($socket == $server) {
      my $peer = $server->accept or next;
      $peer->set_version(0x34);
      $select->add($peer);
    }
    else { serve($socket) or forget($socket) }
  }
}

sub forget {
  my ($peer) = @_;
  delete $receives{fileno $peer} if defined fileno $peer;
  $select->remove($peer);
  close $peer;
}

sub serve {
  my ($peer) = @_;
  my $pdu = $peer->read_pdu or return 0;
  my $seq = $pdu->{seq};
  my $name = Net::SMPP::pdu_tab->{$pdu->{cmd}}{cmd} || 'unknown';
  if ($name =~ /^bind_(transceiver|receiver|transmitter)$/) {
    $receives{fileno $peer} = $peer if $1 ne 'transmitter';
    my $answer = "${name}_resp";
    my $status = $pdu->{password} eq 'secret' ? 0 : 0x0e;
    $peer->$answer(system_id => 'perl', seq => $seq, status => $status);
  }
  elsif ($name eq 'submit_sm') { submitted($peer, $pdu) }
  elsif ($name eq 'enquire_link') { $peer->enquire_link_resp(seq => $seq) }
  elsif ($name eq 'deliver_sm_resp') { print "answer $pdu->{status}\n" }
  elsif ($name eq 'unbind') { $peer->unbind_resp(seq => $seq); print "unbind\n" }
  return 1;
}

sub submitted {
  my ($peer, $pdu) = @_;
  my $id = sprintf('%x', 0xabc0 + ++$count);
  my $text = $pdu->{short_message};
  print join(' ', 'submit', $id, $pdu->{esm_class}, $pdu->{data_coding}, unpack('H*', $text), $pdu->{source_addr}, $pdu->{destination_addr}), "\n";
  $peer->submit_sm_resp(message_id => $id, seq => $pdu->{seq});
  my ($receiver) = values %receives or return;
  my %back = (
    source_addr => $pdu->{destination_addr}, destination_addr => $pdu->{source_addr},
    source_addr_ton => 1, source_addr_npi => 1, dest_addr_ton => 3, dest_addr_npi => 0, async => 1,
  );
  my $decimal = hex $id;
  # In decimal, and without the bits that mark a receipt.
  $receiver->deliver_sm(%back, short_message =>
    "id:$decimal sub:001 dlvrd:001 submit date:260101010000 done date:260101010100 stat:DELIVRD err:000 text:");
  $receiver->deliver_sm(%back, short_message => $1) if $text =~ /^reply (.*)/s;
}
