/** The command cannot be carried out: one line that says what, where and what to do next. */
export class CliFailure extends Error {
  /** 2 for a wrong use of the command, 1 for everything else. */
  readonly exitCode: 1 | 2
  constructor(exitCode: 1 | 2, text: string) {
    super(text)
    this.name = 'CliFailure'
    this.exitCode = exitCode
  }
}

/** A wrong flag, value or file: exit status 2. */
export function wrongUse(text: string): CliFailure {
  return new CliFailure(2, text)
}

/** Something outside that does not work: exit status 1. */
export function failed(text: string): CliFailure {
  return new CliFailure(1, text)
}

/** What the system says about a file or a port, without the noise: `no such file`. */
export function systemReason(error: unknown): string {
  const { code, message } = error as { readonly code?: string; readonly message?: string }
  const known: { readonly [code: string]: string } = {
    ENOENT: 'no such file or folder',
    EISDIR: 'it is a folder',
    EEXIST: 'there is a file of that name',
    ENOTDIR: 'a part of the path is no folder',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOSPC: 'no space is left on the device',
    EDQUOT: 'the quota of the disk is used up',
    EPIPE: 'nobody reads it',
    EMFILE: 'too many files are open',
    ENAMETOOLONG: 'the name is too long',
    EADDRINUSE: 'it is in use',
    EADDRNOTAVAIL: 'it is no address of this machine',
    ENOTFOUND: 'there is no host of that name',
  }
  return known[code ?? ''] ?? String(message ?? error).split('\n', 1)[0] ?? 'unknown error'
}
