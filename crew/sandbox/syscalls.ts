/** Linux system calls by number: x86_64 (asm/unistd_64.h), then arm64 (asm-generic/unistd.h); null where there is none. */
export type Numbers = Record<string, [x64: number, arm64: number | null]>;

/** What no build, test or agent needs, and what has opened kernels before. They answer "not permitted". */
export const refusedCalls: Numbers = {
  // Other processes' memory, descriptors and secrets.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  // Programs inside the kernel, and doors into it.
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  fanotify_init: [300, 262],
  memfd_secret: [447, 447],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  lookup_dcookie: [212, 18],
  nfsservctl: [180, 42],
  syslog: [103, 116],
  modify_ldt: [154, null],
  iopl: [172, null],
  ioperm: [173, null],
  uselib: [134, null],
  // Mounts and namespaces.
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  open_tree_attr: [467, 467],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_by_handle_at: [304, 265],
  unshare: [272, 97],
  setns: [308, 268],
  // The machine.
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  vhangup: [153, 58],
};

/** Refused too where a command has only some of the machine's processors. */
export const pinningCalls: Numbers = { sched_setaffinity: [203, 122] };

/**
 * Answer "not implemented", so that libraries fall back: glibc to `clone`, whose flags a filter can see; libuv to epoll.
 * Queues and semaphores of System V are gigabytes of kernel memory that no process has.
 */
export const absentCalls: Numbers = {
  msgget: [68, 186],
  semget: [64, 190],
  clone3: [435, 435],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
};

/** Allowed or not by their arguments. */
export const judgedCalls = {
  clone: [56, 220],
  socket: [41, 198],
  socketpair: [53, 199],
  shmget: [29, 194],
  ioctl: [16, 29],
  prlimit64: [302, 261],
  setrlimit: [160, 164],
} satisfies Numbers;
