export * from './branch.ts'
export * from './installation.ts'
export * from './user.ts'
