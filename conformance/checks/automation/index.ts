export * from './pipelines.ts'
