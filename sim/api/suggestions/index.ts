export * from './apply.ts'
