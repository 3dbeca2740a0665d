export * from './create.ts'
export * from './list.ts'
export * from './model.ts'
export * from './update.ts'
