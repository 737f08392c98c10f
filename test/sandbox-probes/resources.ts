import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Group, Place, Probe } from "./probe.ts";

const mebibyte = 1024 ** 2;

/** System calls by number: x86_64, then arm64. */
const numbers = {
  mmap: [9, 222],
  madvise: [28, 233],
  memfd: [319, 279],
  sendmsg: [46, 211],
  ftruncate: [77, 46],
  fallocate: [285, 47],
  openat: [257, 56],
};
const call = (name: keyof typeof numbers) => numbers[name][process.arch === "arm64" ? 1 : 0];

/**
 * What every attack begins with. `eaten` waits a moment for each 50 MB, since we look five times a second where the
 * kernel does not: what is asked here is whether it is seen at all.
 */
const prelude = `
use strict; use warnings; use Fcntl; use Socket;
$| = 1; print "tried\\n";
my (@kept, $sum, $step); $sum = $step = 0;
sub eaten { $sum += $_[0]; $step += $_[0]; return if $step < 50_000_000; $step = 0; select(undef, undef, undef, 0.15) }
sub finish { print "ate it all\\n" if $sum >= $_[0]; select(undef, undef, undef, 0.4); print "and lived\\n" if $sum >= $_[0] }
sub block { "y" x $_[0] }
sub fill { my ($h, $bytes) = @_; my $y = block(1_000_000); for (1 .. $bytes / 1_000_000) { eaten(syswrite($h, $y) || last) } }
sub unread { my ($h, $size, $count) = @_; $h->blocking(0); my $y = block($size); for (1 .. $count) { eaten(syswrite($h, $y) || last) } }
sub touch { my ($address, $bytes) = @_; open(my $zero, "<", "/dev/zero"); for (1 .. $bytes / 1_000_000) { eaten(syscall(SYS_read(), fileno $zero, $address, 1_000_000)); $address += 1_000_000 } }
sub SYS_read { ${process.arch === "arm64" ? 63 : 0} }
sub map_shared { my ($bytes, $fd) = @_; syscall(${call("mmap")}, 0, $bytes, 3, $fd < 0 ? 0x21 : 1, $fd, 0) }
sub forget { my ($address, $bytes) = @_; syscall(${call("madvise")}, $address, $bytes, 4) }
sub send_away { my $fd = shift; socketpair(my $a, my $b, AF_UNIX, SOCK_STREAM, 0); my $x = "x"; my $iov = pack("PQ", $x, 1);
  my $control = pack("Q l l l x4", 20, 1, 1, $fd); my $message = pack("Q Q P Q P Q l x4", 0, 0, $iov, 1, $control, 24, 0);
  syscall(${call("sendmsg")}, fileno $a, $message, 0) > 0 or die "not sent: $!"; push @kept, $a, $b }
`;

/** A program in Perl, which is there wherever git is. */
const perl = (text: string) => `perl - 2>/dev/null <<'END'\n${prelude}\n${text}\nEND\n`;

const lived = (_: Place, { stdout }: { stdout: string }) => stdout.includes("and lived");

/** 600 MB of it or more, where 200 are allowed. */
function memory(name: string, text: string, more: Partial<Probe> = {}): Probe {
  return {
    name: `memory: ${name}`,
    limits: () => ({ memoryBytes: 200 * mebibyte }),
    command: () => ({ timeoutMs: 25_000 }),
    attack: () => perl(text),
    isThrough: lived,
    control: true,
    ...more,
  };
}

/** 700 MB of it, where 150 are allowed. */
function disk(name: string, text: string, more: Partial<Probe> = {}): Probe {
  return {
    ...memory(name, text, more),
    name: `disk: ${name}`,
    limits: () => ({ diskBytes: 150 * mebibyte }),
  };
}

const memoryAttacks = [
  memory(
    "System V segments, attached by nobody",
    `for (1 .. 13) { my $id = shmget(0, 50_000_000, 0600 | 01000) // last; push @kept, $id; shmwrite($id, block(50_000_000), 0, 50_000_000); eaten(50_000_000) }
     finish(600_000_000); shmctl($_, 0, 0) for @kept`,
  ),
  memory(
    "many small System V segments",
    `for (1 .. 4000) { my $id = shmget(0, 160_000, 0600 | 01000) // last; push @kept, $id; shmwrite($id, block(160_000), 0, 160_000); eaten(160_000) }
     finish(600_000_000); shmctl($_, 0, 0) for @kept`,
  ),
  memory(
    "System V message queues",
    `for (1 .. 30_000) { my $id = msgget(0, 0600 | 01000) // last; push @kept, $id; for (1, 2) { msgsnd($id, pack("l! a*", 1, block(8_180)), 04000) and eaten(8_192) } }
     finish(400_000_000); msgctl($_, 0, 0) for @kept`,
  ),
  memory(
    "System V semaphores",
    `for (1 .. 320) { my $id = semget(0, 32_000, 0600 | 01000) // last; push @kept, $id; eaten(2_000_000) }
     finish(600_000_000); semctl($_, 0, 0, 0) for @kept`,
  ),
  ...(["SOCK_STREAM", "SOCK_DGRAM", "SOCK_SEQPACKET"] as const).map((type) =>
    memory(
      `unread unix sockets, ${type}`,
      `while ($sum < 600_000_000) { socketpair(my $a, my $b, AF_UNIX, ${type}, 0) or last; push @kept, $a, $b; unread($_, 30_000, 100) for $a, $b } finish(600_000_000)`,
    ),
  ),
  memory(
    "unread unix sockets that nobody holds, sent into one another",
    `while ($sum < 600_000_000) { socketpair(my $a, my $b, AF_UNIX, SOCK_STREAM, 0) or last; unread($_, 30_000, 100) for $a, $b; send_away(fileno $_) for $a, $b; close $a; close $b } finish(600_000_000)`,
  ),
  memory(
    "unread TCP connections",
    `socket(my $l, AF_INET, SOCK_STREAM, 0); bind($l, sockaddr_in(0, INADDR_LOOPBACK)); listen($l, 4000); my $to = getsockname($l);
     while ($sum < 600_000_000) { socket(my $a, AF_INET, SOCK_STREAM, 0) or last; connect($a, $to) or last; accept(my $b, $l); push @kept, $a, $b; unread($_, 60_000, 200) for $a, $b } finish(600_000_000)`,
  ),
  memory(
    "unread datagrams",
    `while ($sum < 600_000_000) { socket(my $a, AF_INET, SOCK_DGRAM, 0) or last; bind($a, sockaddr_in(0, INADDR_LOOPBACK)); connect($a, getsockname($a)); push @kept, $a; unread($a, 32_000, 6) }
     $sum = 0; for my $one (@kept) { my $x; $sum += length $x while defined recv($one, $x, 40_000, 0) and length $x } finish(400_000_000)`,
  ),
  memory(
    "unread pipes of many processes",
    `for (1 .. 6) { next if fork; while ($sum < 65_000_000) { pipe(my $r, my $w) or last; push @kept, $r, $w; unread($w, 4_096, 2) } select(undef, undef, undef, 3); exit($sum < 65_000_000) }
     my $failed = 0; for (1 .. 6) { wait; $failed ||= $? } $sum = 390_000_000 unless $failed; finish(390_000_000)`,
  ),
  memory(
    "a shared mapping, taken out of the page tables",
    `my $at = map_shared(620_000_000, -1); for (1 .. 12) { touch($at, 50_000_000); forget($at - $at % 4096, 50_003_968); $at += 50_000_000 } finish(600_000_000)`,
  ),
  memory(
    "a memfd, mapped, closed and taken out of the page tables",
    `my $n = "x"; my $fd = syscall(${call("memfd")}, $n, 0); syscall(${call("ftruncate")}, $fd, 620_000_000); my $at = map_shared(620_000_000, $fd); open(my $h, "<&=", $fd); close $h;
     for (1 .. 12) { touch($at, 50_000_000); forget($at - $at % 4096, 50_003_968); $at += 50_000_000 } finish(600_000_000)`,
  ),
  memory(
    "memfds that nobody holds, sent and not received",
    `for (1 .. 12) { my $n = "x"; my $fd = syscall(${call("memfd")}, $n, 0); open(my $h, "+>&=", $fd) or last; fill($h, 50_000_000); send_away($fd); close $h } finish(600_000_000)`,
  ),
  memory(
    "a process whose first thread has ended",
    `use threads; threads->create(sub { for (1 .. 12) { push @kept, block(50_000_000); eaten(50_000_000) } finish(600_000_000); kill 9, $$ }); syscall(${process.arch === "arm64" ? 93 : 60}, 0)`,
  ),
  memory(
    "page tables of mappings that hold nothing",
    `my ($bytes, $huge) = (400 * 2 ** 30, 2 ** 21); my $at = syscall(${call("mmap")}, 0, $bytes, 1, 0x4022, -1, 0); syscall(${call("madvise")}, $at, $bytes, 15);
     pipe(my $r, my $w); for (my $o = 0; $o < $bytes; $o += $huge) { syscall(${process.arch === "arm64" ? 64 : 1}, fileno $w, $at + $o, 1) == 1 or last; sysread($r, my $x, 1); eaten(4_096) } finish(800_000_000)`,
  ),
  memory(
    "the memory folders together",
    `for my $folder ($ENV{TMPDIR}, "/dev/shm", $ENV{HOME}) { open(my $h, ">", "$folder/fill"); fill($h, 200_000_000) } finish(600_000_000)`,
    { control: false },
  ),
  memory(
    "empty files in a memory folder",
    `for (1 .. 600_000) { open(my $h, ">", "$ENV{TMPDIR}/$_") or last; eaten(1_000) } finish(600_000_000)`,
    // Slow, and others' ups and downs are of the same size: so half as much is allowed.
    { control: false, limits: () => ({ memoryBytes: 100 * mebibyte }) },
  ),
];

const inside = (folder: string) =>
  `open(my $h, ">", "${folder}/fill"); fill($h, 700_000_000); finish(700_000_000)`;

const diskAttacks = [
  disk("a folder called .git below", `mkdir "sub"; mkdir "sub/.git"; ${inside("sub/.git")}`),
  disk("a folder called .git, made up", `mkdir ".git"; ${inside(".git")}`, {
    prepare: ({ outside }) => mkdirSync(join(outside, "bare-folder")),
    command: ({ outside }) => ({ cwd: join(outside, "bare-folder"), timeoutMs: 25_000 }),
  }),
  disk(
    "a file deleted and still open",
    `open(my $h, ">", "fill"); unlink "fill"; fill($h, 700_000_000); finish(700_000_000)`,
  ),
  disk(
    "deleted files of a process that left",
    `exit if fork; for (1 .. 7) { open(my $h, ">", "fill$_"); unlink "fill$_"; push @kept, $h; fill($h, 100_000_000) } finish(700_000_000)`,
    {
      attack: () =>
        `${perl(`exec "/bin/sleep", "20" if fork; for (1 .. 7) { open(my $h, ">", "fill$_"); unlink "fill$_"; push @kept, $h; fill($h, 100_000_000) } finish(700_000_000); kill 9, getppid`)}`,
    },
  ),
  disk(
    "a file that never had a name (O_TMPFILE)",
    `my $here = "."; my $fd = syscall(${call("openat")}, -100, $here, ${process.arch === "arm64" ? "020040002" : "020200002"}, 0600); open(my $h, "+>&=", $fd) or exit; fill($h, 700_000_000); finish(700_000_000)`,
  ),
  disk(
    "a file that is deleted, closed and only mapped",
    `open(my $h, "+>", "fill"); truncate $h, 700_000_000; my $at = map_shared(700_000_000, fileno $h); close $h; unlink "fill"; touch($at, 700_000_000); finish(700_000_000)`,
  ),
  disk(
    "deleted files that nobody holds, sent and not received",
    `for (1 .. 14) { open(my $h, ">", "fill"); unlink "fill"; fill($h, 50_000_000); send_away(fileno $h); close $h } finish(700_000_000)`,
  ),
  disk(
    "room that is reserved and not written",
    `open(my $h, ">", "fill"); for (0 .. 13) { syscall(${call("fallocate")}, fileno $h, 0, $_ * 50_000_000, 50_000_000) == 0 or last; eaten(50_000_000) } finish(700_000_000)`,
  ),
  disk(
    "a folder that moves while it is measured",
    `mkdir $_ for "a", "z", "a/d"; unless (fork) { while (getppid > 1) { rename("a/d", "z/d"); rename("z/d", "a/d") } exit }
     open(my $h, ">", "a/d/fill"); fill($h, 700_000_000); finish(700_000_000)`,
  ),
  disk(
    "many small files",
    `for (1 .. 7_000) { open(my $h, ">", "fill$_"); syswrite($h, block(100_000)); eaten(100_000) } finish(700_000_000)`,
  ),
  disk(
    "a home that is kept",
    `open(my $h, ">", "$ENV{HOME}/fill"); fill($h, 700_000_000); finish(700_000_000)`,
    {
      command: ({ outside }) => ({ home: outside, timeoutMs: 25_000 }),
    },
  ),
];

/** The same on a host that lets us make no control group, as most do. */
const ungrouped = (probe: Probe): Probe => ({
  ...probe,
  name: `${probe.name}; no control group`,
  control: false,
  tools: (tools) => ({ ...tools, groups: undefined }),
});

export const resources: Group = {
  group: "what nobody seems to hold",
  probes: [...memoryAttacks, ...memoryAttacks.map(ungrouped), ...diskAttacks],
};
