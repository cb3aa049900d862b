import { describeEchoForms } from './echo-forms.ts';

describeEchoForms();
