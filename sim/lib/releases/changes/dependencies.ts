import type { Changes } from './change.ts'

export const dependencies = {
  'dependencies#later-pnpm': {
    release: '15.11',
    before: '`package_manager=pnpm` answers 400',
    after: 'It is a package manager that the list can be narrowed to',
  },
  'dependencies#later-poetry': {
    release: '16.6',
    before: '`package_manager=poetry` answers 400',
    after: 'It is a package manager that the list can be narrowed to',
    doubtful: true,
  },
  'dependencies#later-apk': {
    release: '17.0',
    before: '`package_manager=apk` answers 400',
    after: 'It is a package manager that the list can be narrowed to',
    doubtful: true,
  },
  'dependencies#later-managers': {
    release: '18.0',
    before: '`package_manager` answers 400 to `conda`, `pub` and `cargo`',
    after: 'They are package managers that the list can be narrowed to',
    doubtful: true,
  },
  'dependencies#later-empty-filter': {
    release: '17.0',
    before: 'An empty `package_manager` lists nothing',
    after: 'It is no filter',
    doubtful: true,
  },
  'dependencies#later-role': {
    release: '18.3',
    before: 'Whoever is signed in and reads the code reads the dependencies',
    after: 'Reporters do, and auditors',
  },
} as const satisfies Changes<'dependencies'>
