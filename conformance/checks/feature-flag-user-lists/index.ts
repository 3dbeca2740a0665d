export * from './create.ts'
export * from './list.ts'
export * from './session.ts'
export * from './update.ts'
