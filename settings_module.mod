!mod$ v1 sum:58e2c1f2762cc197
module settings_module
type::settings_t
integer(4)::width=512_4
integer(4)::slots=2_4
integer(4)::steps=20_4
end type
contains
subroutine argument(number,value)
integer(4),intent(in)::number
integer(4),intent(inout)::value
end
function read_settings(s)
type(settings_t),intent(inout)::s
logical(4)::read_settings
end
end
