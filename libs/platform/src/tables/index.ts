export * from './columns';
export * from './define-table';
export * from './stored-form';
export * from './table-shape';
