import { type Following, following } from '../core/following.ts';
import { userDecider } from '../user/decider.ts';
import { registrationDecider } from './decider.ts';
import type { RegistrationEvent } from './registration.ts';

type Begun = Extract<RegistrationEvent, { type: 'RegistrationApprovalBegun' }>;

export const isBegun = <E extends RegistrationEvent>(event: E): event is E & Begun =>
  event.type === 'RegistrationApprovalBegun';

/**
 * Returns the steps that finish an approval, in their order: the user, then the approved request. So there is no approved
 * request without a user, whenever a process is killed. The BFF takes the steps at once; a worker takes those that a killed
 * BFF left.
 */
export const approvalSteps = ({ data }: Begun): readonly Following[] => {
  const { registrationId, userId, organizationId, firstname, lastname, email, companyAdmin } = data;
  const { language, phoneNumber, termsVersion } = data;
  const asked = {
    ...(language && { language }),
    ...(phoneNumber && { phoneNumber }),
    ...(termsVersion && { terms: { version: termsVersion, registrationId } }),
  };
  const role = companyAdmin ? 'ROLE_COMPANY_ADMIN' : 'ROLE_COMPANY_USER';
  return [
    following('user', userDecider, userId, {
      type: 'RegisterUser',
      data: { userId, organizationId, firstname, lastname, email, roles: [role], ...asked },
    }),
    following('approved', registrationDecider, registrationId, { type: 'CompleteApproval', data: {} }),
  ];
};
