import type { Module } from '../field.ts';
import { enabled } from './enabled.ts';

export const backend: Module = {
  shape: 'BackendModule',
  writeShape: 'BackendMutate',
  title: 'backend',
  doc: 'Where the traffic goes.',
  section: '2.7',
  note: 'backends-and-ip-policies',
  role: 'backend',
  fields: {
    enabled,
    backend_id: {
      type: 'string',
      form: 'opaque',
      refersTo: 'backend',
      readAs: 'backend',
      required: true,
      doc: 'The backend that receives the traffic: its id, or a name from `ids` such as `backend/shop`.',
      section: '2.8',
    },
  },
};
