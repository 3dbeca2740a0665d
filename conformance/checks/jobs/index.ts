export * from './actions.ts'
export * from './artifacts.ts'
export * from './public-jobs.ts'
export * from './runner-side.ts'
